#include "report/end_members.h"

#include "machine/ending_text.h"
#include "report/report.h"

/* Sentences. */

static json_t *take_text (char_vec *text) {
  json_t *o = json_text (text_c (NULL, text), NULL);
  vec_release (NULL, text);
  return o;
}

static json_t *message_json (const void *owner) {
  const report_error *e = owner;
  char_vec text = {0};
  end_print (&e->end, NULL, &text);
  return take_text (&text);
}

static json_t *stack_json (const void *owner) {
  const report_error *e = owner;
  char_vec text = {0};
  calls_print (e->end.n_calls, e->end.call, NULL, &text);
  return take_text (&text);
}

static json_t *reason_json (const void *owner) {
  const report_loss *l = owner;
  char_vec text = {0};
  cause_print (&l->cause, l->count, NULL, &text);
  return take_text (&text);
}

/* Causes. */

static const char *reason_by (int k) { return reason_name ((end_reason) k); }

static const char *form_by (int k) {
  static const char *const name[] = {"unknown", "unsigned", "signed",
                                     "address"};
  assert (k >= 0 && k <= VALUE_ADDRESS);
  return name[k];
}

_Static_assert (CAUSE_PARTS == 2, "texts and values have a row each");

#define AT(M) offsetof (cause, M)
#define FORM(I) \
  .at = AT (form[I]), .n = VALUE_ADDRESS + 1, .size = 1, .name_of = form_by, \
  .is_optional = true
static const json_member cause_members[] = {
    MEMBER ("reason", NAME, .at = AT (reason), .n = WHY_COUNT,
            .name_of = reason_by),
    MEMBER ("a", TEXT, .at = AT (text[0]), .is_optional = true),
    MEMBER ("b", TEXT, .at = AT (text[1]), .is_optional = true),
    MEMBER ("value_0", WORD, .at = AT (value[0]), .is_optional = true),
    MEMBER ("form_0", NAME, FORM (0)),
    MEMBER ("value_1", WORD, .at = AT (value[1]), .is_optional = true),
    MEMBER ("form_1", NAME, FORM (1)),
    {0}};
#undef AT

/* Objects. */

static const char *origin_by (int k) {
  static const char *const name[] = {"none", "global", "string", "local",
                                     "made"};
  assert (k >= 0 && k < ORIGIN_COUNT);
  return name[k];
}

#define AT(M) offsetof (end_object, M)
static const json_member object_members[] = {
    MEMBER ("origin", NAME, .at = AT (origin), .n = ORIGIN_COUNT, .size = 1,
            .name_of = origin_by),
    MEMBER ("name", TEXT, .at = AT (name), .is_optional = true),
    MEMBER ("size", WORD, .at = AT (size), .is_optional = true),
    MEMBER ("access", WORD, .at = AT (access), .is_optional = true),
    MEMBER ("offset", SIGNED, .at = AT (offset), .is_optional = true),
    MEMBER ("is_most", FLAG, .at = AT (is_most), .is_optional = true),
    MEMBER ("has_symbolic_size", FLAG, .at = AT (has_symbolic_size),
            .is_optional = true),
    MEMBER ("is_guessed", FLAG, .at = AT (is_guessed), .is_optional = true),
    MEMBER ("is_write", FLAG, .at = AT (is_write), .is_optional = true),
    {0}};
#undef AT

/* Places. */

#define AT(M) offsetof (source_place, M)
const json_member place_members[] = {
    MEMBER ("file", TEXT, .at = AT (file)),
    MEMBER ("line", SMALL, .at = AT (line)),
    MEMBER ("function", TEXT, .at = AT (function)),
    {0}};
#undef AT

static json_t *related_json (const void *owner) {
  const end_record *e = &((const report_error *) owner)->end;
  json_t *list = json_array ();
  for (uint32_t i = 0; i < e->n_related; i++) {
    json_t *o = json_members_write (place_members, e->related + i, NULL);
    json_object_set_new (o, "what", json_string (end_related_what (e, i)));
    json_array_append_new (list, o);
  }
  return list;
}

static bool take_related (const json_t *list, void *out, arena *texts,
                          char_vec *wrong) {
  end_record *e = &((report_error *) out)->end;
  e->n_related = (uint32_t) json_array_size (list);
  bool is_good = json_is_array (list) && e->n_related <= ENDING_RELATED;
  for (uint32_t i = 0; is_good && i < e->n_related; i++)
    is_good = json_members_read (place_members, json_array_get (list, i),
                                 e->related + i, texts, wrong);
  return is_good;
}

/* Errors. */

static json_t *kind_json (const void *owner) {
  const report_error *e = owner;
  return json_string (fault_name (e->end.fault));
}

static bool take_kind (const json_t *name, void *out, arena *texts,
                       char_vec *wrong) {
  end_record *e = &((report_error *) out)->end;
  (void) texts, (void) wrong;
  e->kind = END_FAULT;
  if (!json_is_string (name))
    return false;
  for (int k = FAULT_NONE + 1; k < FAULT_COUNT; k++)
    if (!strcmp (fault_name ((fault_kind) k), json_string_value (name)))
      e->fault = (fault_kind) k;
  return e->fault != FAULT_NONE;
}

#define AT(M) offsetof (error_identity, M)
static const json_member identity_members[] = {
    MEMBER ("place", WORD, .at = AT (place)),
    MEMBER ("error", WORD, .at = AT (error)),
    {0}};
#undef AT

static const char *native_by (int k) {
  return native_kind_name ((native_kind) k);
}

static const char *class_by (int k) {
  return error_class_name ((error_class) k);
}

#define AT(M) offsetof (native_difference, M)
const json_member native_members[] = {
    MEMBER ("test", SMALL, .at = AT (test)),
    MEMBER ("kind", NAME, .at = AT (kind), .n = NATIVE_KINDS,
            .name_of = native_by),
    MEMBER ("inputs", TEXT, .at = AT (inputs)),
    MEMBER ("here", TEXT, .at = AT (ours)),
    MEMBER ("natively", TEXT, .at = AT (natively)),
    MEMBER ("remark", TEXT, .at = AT (remark)),
    {0}};
#undef AT

#define AT(M) offsetof (report_error, M)
const json_member error_members[] = {
    MEMBER ("kind", MADE, .make = kind_json, .take = take_kind),
    MEMBER ("class", NAME, .at = AT (class), .n = ERROR_CLASSES,
            .name_of = class_by),
    MEMBER ("only_if", TEXT, .at = AT (only_if)),
    MEMBER ("file", TEXT, .at = AT (end.at.file)),
    MEMBER ("line", SMALL, .at = AT (end.at.line)),
    MEMBER ("function", TEXT, .at = AT (end.at.function)),
    MEMBER ("test", SMALL, .at = AT (test)),
    MEMBER ("paths", NUMBER, .at = AT (paths)),
    MEMBER ("message", MADE, .make = message_json),
    MEMBER ("cause", PART, .at = AT (end.cause), .inner = cause_members),
    MEMBER ("suffix", TEXT, .at = AT (end.suffix), .is_optional = true),
    MEMBER ("object", PART, .at = AT (end.object), .inner = object_members),
    MEMBER ("related", MADE, .make = related_json, .take = take_related),
    MEMBER ("stack", MADE, .make = stack_json),
    MEMBER ("calls", LIST, .at = AT (end.call), .n = AT (end.n_calls),
            .size = sizeof (source_place), .inner = place_members),
    MEMBER ("identity", PART, .at = AT (end.identity),
            .inner = identity_members),
    MEMBER ("inputs", TEXT, .at = AT (inputs)),
    MEMBER ("native", NAME, .at = AT (native), .n = NATIVE_KINDS,
            .name_of = native_by, .is_optional = true),
    MEMBER ("likelihood", TEXT, .at = AT (share.words), .is_optional = true),
    MEMBER ("share_low", TEXT, .at = AT (share.low), .is_optional = true),
    MEMBER ("share_high", TEXT, .at = AT (share.high), .is_optional = true),
    {0}};
#undef AT

/* Losses. */

#define AT(M) offsetof (report_loss, M)
const json_member loss_members[] = {
    MEMBER ("reason", MADE, .make = reason_json),
    MEMBER ("cause", PART, .at = AT (cause), .inner = cause_members),
    MEMBER ("file", TEXT, .at = AT (file)),
    MEMBER ("line", SMALL, .at = AT (line)),
    MEMBER ("function", TEXT, .at = AT (function)),
    MEMBER ("count", NUMBER, .at = AT (count)),
    {0}};
#undef AT
