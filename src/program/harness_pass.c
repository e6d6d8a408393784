/* Pointers that a driven function gets, once everything behind them is made:
 * how much there is (contract.h), and that they may be null instead, which is
 * decided when the function looks (machine/driven.h).
 *
 * What a test has of it are inputs of their own: "?p" is 1 where p is null,
 * "?p=q" where p is q, "end-p" how many elements there are from p to end.
 * Objects have names besides: "?p" where it is anyone's guess how large the
 * one behind p is, "^p" how much may be written behind a string, "p#n" where n
 * says how many elements it has, or "p#h*w*3" a product, "p#/n" how many bytes,
 * "$p" where the function looks how many.
 * "@p#i:0:1:n" where i is an index that callers keep inside: at least 0, and 1
 * more is at most n; "-" where it may be anything below, "u" unsigned.
 * "=s.name" where an array in a struct is a string, "p()" where p is a function
 * of ours. "n/32" is n divided by 32, rounded up.
 */

#include "program/assume.h"

#define MOST_LETTERS 64u

/* As C has it: "v->data". */
static const char *in_c (harness *h, const char *name) {
  char_vec text = {0};
  datatypes_put_name (h->mem, &text, name, strlen (name));
  const char *kept = arena_string (&h->names, text.data, text.len);
  vec_release (h->mem, &text);
  return kept;
}

static void tell_assumed (harness *h, const char *text) {
  datatypes_assume (h->describing.types, text);
}

/* A name that says something of an object. */
static void note (harness *h, const char *name) {
  datatypes *t = h->describing.types;
  assert (t->all.len); /* that of the object, at least */
  datatypes_object (t, name, t->all.data[0]);
}

static void assume (harness *h, LLVMIntPredicate p, LLVMValueRef a,
                    LLVMValueRef b) {
  harness_assume (h, "klee_assume", p, a, b);
}

/* Counts. */

static LLVMValueRef widen (harness *h, LLVMValueRef v, bool is_signed) {
  return LLVMBuildIntCast2 (h->builder, v, h->i64, is_signed, "");
}

static LLVMValueRef load_counter (harness *h, const count_place *c) {
  LLVMTypeRef type = LLVMIntTypeInContext (h->llvm, 8 * (unsigned) c->size);
  return widen (h, harness_load (h, type, c->base, c->offset), c->is_signed);
}

bool harness_counter (harness *h, const ctype_member *m, LLVMValueRef base,
                      uint64_t offset, const char *of, count_place *out) {
  const datatype *type = describe (&h->describing, m->ctype);
  *out = (count_place) {.base = base,
                        .offset = offset + m->bit_offset / 8,
                        .size = type->size,
                        .is_signed = type->kind == DATATYPE_SIGNED};
  out->name = arena_printf (&h->names, "%s.%.*s", of, (int) m->len, m->name);
  return type->kind == DATATYPE_SIGNED || type->kind == DATATYPE_UNSIGNED;
}

/* The member at an offset, also of a struct inside; its name is "p.in.member".
 * False: there is none, but maybe a struct that begins there.
 */
static bool find_member (harness *h, ctype s, uint64_t offset,
                         const char **name, ctype_member *out) {
  member_vec members = {0};
  bool is_found = false;
  for (bool goes_on = true; goes_on && !is_found;) {
    goes_on = false;
    members.len = 0;
    if (s.kind == CTYPE_STRUCT)
      ctype_members (h->mem, s, &members);
    for (size_t i = 0; i < members.len && !goes_on; i++) {
      const ctype_member *m = members.data + i;
      uint64_t at = m->bit_offset / 8;
      bool is_struct = m->ctype.kind == CTYPE_STRUCT;
      if (m->is_bit_field || at > offset ||
          (is_struct ? offset - at >= m->ctype.size : offset != at))
        continue;
      *name = arena_printf (&h->names, "%s%s%.*s", *name, m->len ? "." : "",
                            (int) m->len, m->name);
      *out = *m;
      goes_on = is_struct;
      is_found = !is_struct;
      s = m->ctype;
      offset -= at;
    }
  }
  vec_release (h->mem, &members);
  return is_found;
}

/* The same of the struct behind a parameter, by its own. */
static bool find_field (harness *h, holder of, const char **name,
                        ctype_member *out) {
  ctype s = h->ctypes.data[of.param - 1];
  *name = harness_param_name (h, of.param - 1);
  if (!h->objects.data[of.param - 1] || s.kind != CTYPE_POINTER)
    return false;
  *out = (ctype_member) {.ctype = ctype_target (s), .name = ""};
  return (!of.field && out->ctype.kind == CTYPE_SCALAR) ||
         find_member (h, ctype_target (s), (uint64_t) of.field, name, out);
}

/* A field of the struct behind a parameter. */
static LLVMValueRef load_field (harness *h, holder by, bool *is_signed,
                                const char **name) {
  ctype_member m;
  if (!find_field (h, by, name, &m) || m.ctype.kind != CTYPE_SCALAR)
    return NULL;
  const datatype *type = describe (&h->describing, m.ctype);
  count_place c = {.base = h->objects.data[by.param - 1],
                   .offset = (uint64_t) by.field,
                   .size = type->size,
                   .is_signed = type->kind == DATATYPE_SIGNED};
  *is_signed = c.is_signed;
  return c.is_signed || type->kind == DATATYPE_UNSIGNED ? load_counter (h, &c)
                                                        : NULL;
}

static LLVMValueRef load_count (harness *h, holder by, bool *is_signed,
                                const char **name) {
  if (by.field >= 0)
    return load_field (h, by, is_signed, name);
  LLVMValueRef v = h->argument[by.param - 1];
  if (!v || LLVMGetTypeKind (LLVMTypeOf (v)) != LLVMIntegerTypeKind ||
      h->ctypes.data[by.param - 1].kind != CTYPE_SCALAR)
    return NULL;
  const datatype *type =
      describe (&h->describing, h->ctypes.data[by.param - 1]);
  *is_signed = type->kind == DATATYPE_SIGNED;
  *name = harness_param_name (h, by.param - 1);
  return widen (h, v, *is_signed);
}

/* At most so many; what is negative counts as none, where it may be. */
static LLVMValueRef bounded (harness *h, LLVMValueRef count, bool is_signed,
                             bool may_be_negative, uint64_t most) {
  LLVMValueRef zero = harness_number (h, 0);
  assume (h, is_signed && may_be_negative ? LLVMIntSLE : LLVMIntULE, count,
          harness_number (h, most));
  if (!is_signed || !may_be_negative)
    return count;
  LLVMValueRef is_less =
      LLVMBuildICmp (h->builder, LLVMIntSLT, count, zero, "");
  return LLVMBuildSelect (h->builder, is_less, zero, count, "");
}

static void end_string (harness *h, LLVMValueRef object, LLVMValueRef count) {
  LLVMValueRef zero = harness_number (h, 0);
  LLVMValueRef is_empty =
      LLVMBuildICmp (h->builder, LLVMIntEQ, count, zero, "");
  LLVMValueRef before =
      LLVMBuildSub (h->builder, count, harness_number (h, 1), "");
  LLVMValueRef last = LLVMBuildSelect (h->builder, is_empty, zero, before, "");
  LLVMValueRef at = LLVMBuildGEP2 (h->builder, h->i8, object, &last, 1, "");
  LLVMValueRef c = LLVMBuildLoad2 (h->builder, h->i8, at, "");
  LLVMValueRef held = LLVMBuildSelect (h->builder, is_empty,
                                       LLVMConstInt (h->i8, 0, false), c, "");
  assume (h, LLVMIntEQ, held, LLVMConstInt (h->i8, 0, false));
}

/* Indices are where callers keep them, if they can be; 'count' elements, or as
 * they say themselves.
 */
static void keep_inside (harness *h, const char *of, const char *used,
                         const index_use *use, LLVMValueRef count,
                         const char *by) {
  bool is_signed, is_row;
  const char *name;
  LLVMValueRef i = load_count (h, use->by, &is_signed, &name);
  LLVMValueRef more = LLVMConstInt (h->i64, (uint64_t) use->more, true);
  if (!i || !strcmp (name, used) || !strcmp (name, by))
    return;
  if (use->below.param)
    count = load_count (h, use->below, &is_row, &by);
  if (!count)
    return;
  bool has_least = use->has_least && is_signed;
  char least[16];
  snprintf (least, sizeof least, is_signed ? "-" : "u");
  if (has_least)
    snprintf (least, sizeof least, "%d", use->least);
  note (h, arena_printf (&h->names, "@%s#%s:%s:%d:%s", of, name, least,
                         use->more, by));
  if (has_least)
    harness_prefer (h, LLVMIntSGE, i,
                    LLVMConstInt (h->i64, (uint64_t) use->least, true));
  harness_prefer (h, is_signed ? LLVMIntSLE : LLVMIntULE, i,
                  count); /* no overflow */
  harness_prefer (h, LLVMIntSLE, LLVMBuildAdd (h->builder, i, more, ""), count);
}

static LLVMValueRef cut (harness *h, const passed_pointer *x,
                         LLVMValueRef count, const char *by, bool in_bytes) {
  LLVMValueRef unit = harness_number (h, in_bytes ? 1 : x->element);
  LLVMValueRef argument[] = {x->object,
                             LLVMBuildMul (h->builder, count, unit, "")};
  note (h,
        arena_printf (&h->names, "%s#%s%s", x->name, in_bytes ? "/" : "", by));
  if (x->extent.is_checked)
    note (h, arena_printf (&h->names, "$%s", x->name));
  harness_prefer (h, LLVMIntNE, count, harness_number (h, 0));
  const char *used = x->counted && x->counted->used.name /* at most that */
                         ? x->counted->used.name
                         : "";
  for (uint32_t i = 0; i < x->extent.n_indices; i++)
    if (!in_bytes || x->element == 1)
      keep_inside (h, x->name, used, x->extent.index + i, count, by);
  return harness_call (h, "reprise_cut", h->pointer, 2, argument);
}

static const char *units (const passed_pointer *x, bool in_bytes) {
  return in_bytes || x->element == 1 ? "bytes" : "elements";
}

/* So many rows of another length, which is none if nobody knows it. */
static LLVMValueRef count_rows (harness *h, const extent *e, LLVMValueRef rows,
                                uint64_t most, const char **by) {
  bool is_signed;
  const char *name;
  LLVMValueRef length = load_count (h, e->times, &is_signed, &name);
  if (!length)
    return rows;
  length = bounded (h, length, is_signed, e->is_signed, most);
  LLVMValueRef all = LLVMBuildMul (h->builder, rows, length, "");
  assume (h, LLVMIntULE, all, harness_number (h, most));
  *by = arena_printf (&h->names, "%s*%s", *by, name);
  return all;
}

/* How many of them there are, as another parameter or a field of one says: what
 * that is called, and how that is shown; NULL: it is not known.
 */
static LLVMValueRef count_of (harness *h, const passed_pointer *x,
                              const extent *e, bool *is_signed, const char **by,
                              const char **shown) {
  LLVMValueRef count = load_count (h, e->by, is_signed, by);
  if (!count)
    return NULL;
  uint64_t most = e->in_bytes ? x->size : x->size / x->element;
  if (e->per) {
    count = bounded (h, count, *is_signed, e->is_signed, most * e->per);
    LLVMValueRef more = harness_number (h, e->per - 1);
    count =
        LLVMBuildUDiv (h->builder, LLVMBuildAdd (h->builder, count, more, ""),
                       harness_number (h, e->per), "");
    *shown = arena_printf (&h->names, "(%s + %llu) / %llu", in_c (h, *by),
                           (unsigned long long) e->per - 1,
                           (unsigned long long) e->per);
    *by = arena_printf (&h->names, "%s/%llu", *by, (unsigned long long) e->per);
  } else
    count = bounded (h, count, *is_signed, e->is_signed, most / e->scale);
  if (e->times.param)
    count = count_rows (h, e, count, most / e->scale, by);
  if (e->scale > 1) {
    count = LLVMBuildMul (h->builder, count, harness_number (h, e->scale), "");
    *by =
        arena_printf (&h->names, "%s*%llu", *by, (unsigned long long) e->scale);
  }
  if (!e->per)
    *shown = in_c (h, *by);
  return count;
}

/* Of two versions, the other one may need more: the larger number, of bytes
 * then; and that in words, or "".
 */
static LLVMValueRef at_least (harness *h, const passed_pointer *x,
                              LLVMValueRef count, bool *in_bytes,
                              const char **words) {
  const extent *e = x->extent.also;
  bool is_signed, is_fixed = e && e->kind == EXTENT_FIXED;
  const char *by, *shown;
  *words = "";
  LLVMValueRef other = is_fixed ? harness_number (h, e->bytes)
                       : e      ? count_of (h, x, e, &is_signed, &by, &shown)
                                : NULL;
  if (!other)
    return count;
  LLVMValueRef one = harness_number (h, x->element);
  bool is_odd = is_fixed && e->bytes % x->element;
  if (is_fixed)
    shown = arena_printf (&h->names, "%llu",
                          (unsigned long long) e->bytes /
                              (is_odd ? 1 : x->element));
  *words = arena_printf (&h->names, ", or %s %s if that is more", shown,
                         units (x, is_odd || e->in_bytes));
  if (!is_fixed && !e->in_bytes)
    other = LLVMBuildMul (h->builder, other, one, "");
  if (!*in_bytes)
    count = LLVMBuildMul (h->builder, count, one, "");
  *in_bytes = true;
  LLVMValueRef is_less =
      LLVMBuildICmp (h->builder, LLVMIntULT, count, other, "");
  return LLVMBuildSelect (h->builder, is_less, other, count, "");
}

/* Of a parameter by another, or by a field of another. */
static LLVMValueRef cut_by_count (harness *h, const passed_pointer *x,
                                  bool *is_known) {
  const extent *e = &x->extent;
  bool is_signed, in_bytes = e->in_bytes;
  const char *by, *shown, *more;
  LLVMValueRef count = count_of (h, x, e, &is_signed, &by, &shown);
  if (!count)
    return x->object;
  *is_known = true;
  bool is_string = x->is_text && e->seen & SEEN_STRING;
  if (is_string && x->is_constant) {
    tell_assumed (
        h, arena_printf (&h->names,
                         "%s is a string in a buffer of at least %s bytes",
                         in_c (h, x->name), shown));
    return x->object;
  }
  count = at_least (h, x, count, &in_bytes, &more);
  if (is_string)
    end_string (h, x->object, count);
  tell_assumed (
      h, arena_printf (&h->names, "%s has %s %s%s%s%s", in_c (h, x->name),
                       shown, units (x, e->in_bytes), more,
                       is_string ? ", the last of which is a NUL" : "",
                       !is_signed     ? ""
                       : e->is_signed ? " (none if negative)"
                                      : " (not negative)"));
  return cut (h, x, count, by, in_bytes);
}

static LLVMValueRef cut_by_members (harness *h, const passed_pointer *x,
                                    bool *is_known) {
  const counted *c = x->counted;
  LLVMValueRef count = bounded (h, load_counter (h, &c->most), false, false,
                                x->size / x->element);
  const char *name = in_c (h, x->name), *most = in_c (h, c->most.name);
  const char *and = "";
  *is_known = true;
  if (c->used.base) {
    assume (h, LLVMIntULE, load_counter (h, &c->used), count);
    and = arena_printf (&h->names, ", and %s is at most that%s",
                        in_c (h, c->used.name),
                        c->used.is_signed ? " and not negative" : "");
  }
  tell_assumed (h,
                arena_printf (&h->names, "%s has %s %s%s%s", name, most,
                              units (x, false),
                              c->most.is_signed ? " (not negative)" : "", and));
  if (x->extent.seen & SEEN_STRING && x->element == 1 && !x->is_text)
    end_string (h, x->object, count); /* bytes that strlen looks at */
  return cut (h, x, count, c->most.name, false);
}

static LLVMValueRef moved (harness *h, const passed_pointer *x, LLVMValueRef p,
                           LLVMValueRef count) {
  LLVMValueRef bytes =
      LLVMBuildMul (h->builder, count, harness_number (h, x->element), "");
  return LLVMBuildGEP2 (h->builder, h->i8, p, &bytes, 1, "");
}

/* How many elements there are to another pointer, at most so many. */
static LLVMValueRef distance (harness *h, const passed_pointer *x,
                              const char *name, LLVMValueRef most) {
  static const datatype type = {
      .kind = DATATYPE_UNSIGNED, .size = 8, .name = "size_t"};
  LLVMValueRef at = harness_input (h, name, &type);
  LLVMValueRef count = LLVMBuildLoad2 (h->builder, h->i64, at, "");
  assume (h, LLVMIntULE, count,
          most ? most : harness_number (h, x->size / x->element));
  return count;
}

/* The other pointer is its end. */
static LLVMValueRef cut_by_end (harness *h, const passed_pointer *x) {
  const char *end = harness_param_name (h, x->extent.by.param - 1);
  const char *name = arena_printf (&h->names, "%s-%s", end, x->name);
  LLVMValueRef count = distance (h, x, name, NULL);
  const char *more;
  bool in_bytes = false;
  LLVMValueRef all = at_least (h, x, count, &in_bytes, &more);
  tell_assumed (h, arena_printf (&h->names, "%s is the end of %s%s", end,
                                 x->name, *more ? ", and more is there" : ""));
  LLVMValueRef p = cut (h, x, all, name, in_bytes);
  h->argument[x->extent.by.param - 1] = moved (h, x, p, count);
  return p;
}

/* The same of members, with one that points between them. */
static LLVMValueRef cut_by_member_end (harness *h, const passed_pointer *x) {
  const ended *e = x->ended;
  const char *name = arena_printf (&h->names, "%s-%s", e->end_name, x->name);
  LLVMValueRef count = distance (h, x, name, NULL);
  LLVMValueRef p = cut (h, x, count, name, false);
  harness_store (h, moved (h, x, p, count), x->base, e->end);
  tell_assumed (h, arena_printf (&h->names, "%s is the end of %s",
                                 in_c (h, e->end_name), in_c (h, x->name)));
  if (e->middle == e->end)
    return p;
  name = arena_printf (&h->names, "%s-%s", e->middle_name, x->name);
  harness_store (h, moved (h, x, p, distance (h, x, name, count)), x->base,
                 e->middle);
  tell_assumed (h, arena_printf (&h->names, "%s is between them",
                                 in_c (h, e->middle_name)));
  return p;
}

/* It ends behind the first NUL. */
static LLVMValueRef cut_string (harness *h, const passed_pointer *x) {
  LLVMValueRef zero = LLVMConstInt (h->i8, 0, false);
  LLVMValueRef size = harness_number (h, x->size);
  for (uint64_t i = x->size - 1; i-- > 0;) {
    LLVMValueRef c = harness_load (h, h->i8, x->object, i);
    LLVMValueRef ends = LLVMBuildICmp (h->builder, LLVMIntEQ, c, zero, "");
    size =
        LLVMBuildSelect (h->builder, ends, harness_number (h, i + 1), size, "");
  }
  LLVMValueRef argument[] = {x->object, size};
  return harness_call (h, "reprise_cut", h->pointer, 2, argument);
}

/* What says how many elements are at the end of a struct, by how the function
 * uses them, or by name; NULL: nothing does.
 */
static LLVMValueRef load_tail (harness *h, const passed_pointer *x,
                               const extent *e, const char **by) {
  member_vec members = {0};
  bool is_signed;
  size_t count, used;
  count_place c;
  LLVMValueRef res = NULL;
  if (e && e->kind == EXTENT_COUNT)
    res = load_count (h, e->by, &is_signed, by);
  ctype_members (h->mem, x->tail_of, &members);
  if (!res && contract_members (&members, members.len - 1, &count, &used) &&
      harness_counter (h, members.data + count, x->object, 0, x->name, &c)) {
    *by = c.name;
    res = load_counter (h, &c);
  }
  vec_release (h->mem, &members);
  return res;
}

static LLVMValueRef cut_tail (harness *h, const passed_pointer *x) {
  holder of = {x->base ? 0 : x->argument + 1, (int32_t) x->tail};
  const extent *e = of.param ? contract_find (&h->extents, of) : NULL;
  uint64_t room = x->size - x->tail_of.size;
  const char *by, *name = x->name;
  ctype_member m;
  LLVMValueRef count = load_tail (h, x, e, &by);
  if (!count) {
    note (h, arena_printf (&h->names, "?%s", x->name));
    return x->object;
  }
  find_member (h, x->tail_of, x->tail, &name, &m);
  assume (h, LLVMIntULE, count, harness_number (h, room / x->tail_element));
  tell_assumed (h, arena_printf (&h->names, "%s has %s %s", in_c (h, name),
                                 in_c (h, by),
                                 x->tail_element == 1 ? "bytes" : "elements"));
  for (uint32_t i = 0; e && i < e->n_indices; i++)
    keep_inside (h, name, "", e->index + i, count, by);
  LLVMValueRef bytes =
      LLVMBuildMul (h->builder, count, harness_number (h, x->tail_element), "");
  LLVMValueRef least = harness_number (h, x->tail_of.size); /* with padding */
  LLVMValueRef end =
      LLVMBuildAdd (h->builder, bytes, harness_number (h, x->tail), "");
  LLVMValueRef fits = LLVMBuildICmp (h->builder, LLVMIntULE, end, least, "");
  LLVMValueRef argument[] = {
      x->object, LLVMBuildSelect (h->builder, fits, least, end, "")};
  return harness_call (h, "reprise_cut", h->pointer, 2, argument);
}

/* By a number of its own, of which more is assumed. */
static LLVMValueRef cut_as_assumed (harness *h, const passed_pointer *x) {
  const char *name = arena_printf (&h->names, "len(%s)", x->name);
  measured m = {.name = x->name, .count = distance (h, x, name, NULL)};
  vec_push (h->mem, &h->lengths, m);
  return cut (h, x, m.count, name, false);
}

static LLVMValueRef cut_to_size (harness *h, const passed_pointer *x) {
  bool is_known = false;
  LLVMValueRef p = x->object;
  if (!x->size)
    return p;
  if (h->is_driver && h->config->assume &&
      assume_measures (h->config->assume, x->name))
    return cut_as_assumed (h, x);
  if (x->tail_element)
    return cut_tail (h, x);
  if (x->ended)
    return cut_by_member_end (h, x);
  if (x->extent.kind == EXTENT_END)
    return cut_by_end (h, x);
  if (x->counted && !x->extent.per)
    p = cut_by_members (h, x, &is_known);
  else if (x->extent.kind == EXTENT_COUNT)
    p = cut_by_count (h, x, &is_known);
  const extent *e = &x->extent;
  if (e->kind == EXTENT_FIXED
          ? e->is_learned
          : !e->kind && !x->is_one && e->least > h->buffer_size)
    tell_assumed (h,
                  arena_printf (&h->names, "%s has %llu %s", in_c (h, x->name),
                                (unsigned long long) (x->size / x->element),
                                units (x, false)));
  bool is_string = x->is_text && !(e->seen & SEEN_FILLED) &&
                   (x->is_constant || e->seen & SEEN_STRING ||
                    (e->seen & SEEN_LETTERS && !(e->seen & SEEN_WRITTEN)));
  bool is_text = is_string && (e->seen & (SEEN_STRING | SEEN_LETTERS));
  if (is_known || (x->is_one && !(e->seen & SEEN_INDEXED)) ||
      e->kind == EXTENT_FIXED)
    return p;
  if (!is_text || !x->is_constant)
    note (h, arena_printf (&h->names, "%s%s", is_text ? "^" : "?", x->name));
  return is_string && h->is_open ? cut_string (h, x) : p;
}

/* Passing. */

/* 'count' is 0 for the other one; or NULL. */
static LLVMValueRef either (harness *h, LLVMValueRef p, LLVMValueRef other,
                            const count_place *count, const char *name) {
  static const datatype type = {
      .kind = DATATYPE_BOOL, .size = 1, .name = "_Bool"};
  LLVMValueRef at = harness_input (h, name, &type);
  LLVMValueRef is_other = LLVMBuildLoad2 (h->builder, h->i8, at, "");
  assume (h, LLVMIntULE, is_other, LLVMConstInt (h->i8, 1, false));
  harness_prefer (h, LLVMIntEQ, is_other, LLVMConstInt (h->i8, 0, false));
  LLVMValueRef argument[] = {p, other, widen (h, is_other, false)};
  if (count) { /* (NULL, 0) is one of a kind with ("", 0) */
    LLVMValueRef is_first = LLVMBuildICmp (h->builder, LLVMIntEQ, is_other,
                                           LLVMConstInt (h->i8, 0, false), "");
    assume (h, LLVMIntEQ,
            LLVMBuildSelect (h->builder, is_first, harness_number (h, 0),
                             load_counter (h, count), ""),
            harness_number (h, 0));
  }
  return harness_call (h, "reprise_either", h->pointer, 3, argument);
}

/* What callers say of a null pointer. */
static const char *marked (harness *h, const passed_pointer *x) {
  LLVMValueRef call;
  unsigned len;
  if (x->base)
    return x->expects_null ? "+" : "";
  null_passed k = contract_null (h->driven, x->argument, &call);
  if (k == NULL_PASSED) {
    LLVMValueRef f = LLVMGetBasicBlockParent (LLVMGetInstructionParent (call));
    size_t n;
    const char *file = LLVMGetDebugLocFilename (call, &len);
    note (h, arena_printf (&h->names, "!%s@%s (%.*s:%u)", x->name,
                           LLVMGetValueName2 (f, &n), (int) len, file,
                           LLVMGetDebugLocLine (call)));
  }
  return k == NULL_PASSED     ? "!"
         : k == NULL_EXCLUDED ? "~"
         : k == NULL_EXPECTED ? "+"
                              : "";
}

static void pass_pointer (harness *h, const passed_pointer *x) {
  LLVMValueRef p = cut_to_size (h, x);
  harness_tell (h, p, x->size, x->name);
  if (!x->base)
    h->objects.data[x->argument] = p;
  if (x->is_open)
    p = either (h, p, LLVMConstNull (h->pointer),
                x->counted ? &x->counted->most : NULL,
                arena_printf (&h->names, "?%s%s", marked (h, x), x->name));
  if (x->base)
    harness_store (h, p, x->base, x->offset);
  else
    h->argument[x->argument] = p;
}

/* May one parameter be the other? They are of one type, as long, and at least
 * one is there to be written.
 */
static bool may_be_same (const harness *h, unsigned i, unsigned k) {
  static const extent none;
  ctype a = h->ctypes.data[i], b = h->ctypes.data[k];
  const extent *x = contract_find (&h->extents, (holder) {i + 1, -1});
  const extent *y = contract_find (&h->extents, (holder) {k + 1, -1});
  x = x ? x : &none;
  y = y ? y : &none;
  if (!h->objects.data[i] || !h->objects.data[k] || a.kind != CTYPE_POINTER ||
      b.kind != CTYPE_POINTER || !ctype_target (a).size ||
      ctype_is_file (ctype_target (a)))
    return false;
  return ctype_target (a).node == ctype_target (b).node &&
         !(ctype_is_constant (a) && ctype_is_constant (b)) &&
         x->kind == y->kind && x->by.param == y->by.param &&
         x->by.field == y->by.field && x->bytes == y->bytes;
}

static void pass_twice (harness *h, unsigned n) {
  for (unsigned k = 1; k < n; k++)
    for (unsigned i = k; i-- > 0;)
      if (may_be_same (h, i, k)) {
        h->argument[k] = either (h, h->argument[k], h->objects.data[i], NULL,
                                 arena_printf (&h->names, "?%s=%s",
                                               harness_param_name (h, k),
                                               harness_param_name (h, i)));
        break;
      }
}

/* An array that is a member is a string: it has a NUL somewhere. */
static void close_text (harness *h, holder of, const char *name, uint64_t n) {
  LLVMValueRef zero = LLVMConstInt (h->i8, 0, false);
  LLVMValueRef base = h->objects.data[of.param - 1], found = NULL;
  uint64_t first = n > MOST_LETTERS ? n - 1 : 0; /* of a long one, at its end */
  for (uint64_t i = first; i < n; i++) {
    LLVMValueRef c = harness_load (h, h->i8, base, (uint64_t) of.field + i);
    LLVMValueRef is_end = LLVMBuildICmp (h->builder, LLVMIntEQ, c, zero, "");
    found = found ? LLVMBuildOr (h->builder, found, is_end, "") : is_end;
  }
  note (h, arena_printf (&h->names, "=%s", name));
  harness_prefer (h, LLVMIntNE, widen (h, found, false), harness_number (h, 0));
}

/* Members may be from anywhere. */
static void keep_table (harness *h, const extent *e) {
  LLVMValueRef n = harness_number (h, e->elements);
  const char *by =
      arena_printf (&h->names, "%llu", (unsigned long long) e->elements);
  for (uint32_t k = 0; k < e->n_indices; k++)
    if (e->index[k].by.field < 0)
      keep_inside (h, value_name (e->table), "", e->index + k, n, by);
}

/* Arrays inside the structs behind parameters: indices that are kept in them,
 * and texts, have their ends inside.
 */
static void keep_members (harness *h) {
  for (size_t i = 0; i < h->extents.len; i++) {
    const extent *e = h->extents.data + i;
    const char *name;
    ctype_member m;
    if (e->table)
      keep_table (h, e);
    if (e->of.field < 0 || e->table || !find_field (h, e->of, &name, &m) ||
        m.ctype.kind != CTYPE_ARRAY || !m.ctype.size)
      continue;
    uint64_t element = ctype_target (m.ctype).size;
    uint64_t n = element ? m.ctype.size / element : 0;
    const char *by = arena_printf (&h->names, "%llu", (unsigned long long) n);
    for (uint32_t k = 0; k < e->n_indices; k++)
      keep_inside (h, name, "", e->index + k, harness_number (h, n), by);
    if (e->seen & SEEN_STRING && ctype_target (m.ctype).kind == CTYPE_CHAR)
      close_text (h, e->of, name, n);
  }
}

void harness_pass_all (harness *h) {
  keep_members (h);
  while (h->passings.len) {
    passed_pointer x = vec_pop (&h->passings);
    pass_pointer (h, &x);
  }
  if (h->is_open)
    pass_twice (h, (unsigned) h->ctypes.len);
}

bool harness_is_end (const harness *h, unsigned argument) {
  for (size_t i = 0; i < h->extents.len; i++) {
    const extent *e = h->extents.data + i;
    if (e->kind == EXTENT_END && e->by.param == argument + 1 &&
        h->argument[argument] == NULL)
      return true;
  }
  return false;
}
