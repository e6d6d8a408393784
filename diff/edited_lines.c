#include "diff/edited_lines.h"

#include "base/hash.h"
#include "base/whole_file.h"

#include <ctype.h>

/* A file as lines, which are compared without the blanks at their ends. */
typedef struct text_line {
  const char *text;
  size_t n;
  uint64_t hash;
} text_line;
typedef VEC (text_line) text_lines;

static bool is_blank (char c) { return c == ' ' || c == '\t' || c == '\r'; }

static void read_lines (memory *mem, const mapped_file *f, text_lines *out) {
  const char *at = f->bytes, *end = at + f->size;
  while (at < end) {
    const char *stop = memchr (at, '\n', (size_t) (end - at));
    stop = stop ? stop : end;
    const char *first = at, *last = stop;
    while (first < last && is_blank (*first))
      first++;
    while (last > first && is_blank (last[-1]))
      last--;
    uint64_t hash = hash_bytes (first, (size_t) (last - first)).lo;
    vec_push (mem, out, ((text_line) {at, (size_t) (stop - at), hash}));
    at = stop + 1;
  }
}

/* Which lines of the new file are edited: those outside of a longest common
 * subsequence, and both neighbours of lines that are only gone. 'is_edited' is
 * for lines 1 to the last one, and two more.
 */

#define MOST_CELLS (UINT64_C (1) << 24)

typedef struct line_pair {
  const text_line *now, *before; /* without what both begin and end with */
  size_t n, k;
  uint8_t *is_edited; /* of the first of 'now' */
} line_pair;

static bool is_same_line (const line_pair *p, size_t i, size_t j) {
  return p->now[i].hash == p->before[j].hash;
}

/* There is a line before the first: what both begin with, or room. */
static void mark_gone (const line_pair *p, size_t i) {
  p->is_edited[i] = p->is_edited[(ptrdiff_t) i - 1] = true;
}

/* common[i][j]: of the rest, from i and j on. */
static void mark_edits (memory *mem, const line_pair *p) {
  size_t width = p->k + 1, cells = (p->n + 1) * width;
  if (cells > MOST_CELLS) {
    memset (p->is_edited, true, p->n);
    return;
  }
  uint32_t *common = memory_zalloc (mem, cells * sizeof *common);
  for (size_t i = p->n; i-- > 0;)
    for (size_t j = p->k; j-- > 0;) {
      uint32_t a = common[(i + 1) * width + j], b = common[i * width + j + 1];
      common[i * width + j] = is_same_line (p, i, j)
                                  ? common[(i + 1) * width + j + 1] + 1
                              : a > b ? a
                                      : b;
    }
  for (size_t i = 0, j = 0; i < p->n || j < p->k;) {
    size_t first = i, first_gone = j;
    while ((i < p->n || j < p->k) &&
           !(i < p->n && j < p->k && is_same_line (p, i, j))) {
      bool is_new = j == p->k || (i < p->n && common[(i + 1) * width + j] >=
                                                  common[i * width + j + 1]);
      if (is_new)
        p->is_edited[i++] = true;
      else
        j++;
    }
    if (i == first && j > first_gone)
      mark_gone (p, i);
    i += i < p->n;
    j += j < p->k;
  }
  memory_free (mem, common, cells * sizeof *common);
}

static void compare_lines (memory *mem, const text_lines *now,
                           const text_lines *before, uint8_t *is_edited) {
  size_t first = 0, n = now->len, k = before->len;
  while (first < n && first < k &&
         now->data[first].hash == before->data[first].hash)
    first++;
  while (n > first && k > first &&
         now->data[n - 1].hash == before->data[k - 1].hash)
    n--, k--;
  line_pair p = {now->data + first, before->data + first, n - first, k - first,
                 is_edited + 1 + first};
  if (p.n || p.k)
    mark_edits (mem, &p);
}

/* Names. */

static bool is_letter (char c) {
  return isalnum ((unsigned char) c) || c == '_';
}

static size_t name_at (const char *text, const char *end) {
  size_t n = 0;
  while (text + n < end && is_letter (text[n]))
    n++;
  return n && !isdigit ((unsigned char) *text) ? n : 0;
}

static bool names (const text_line *in, const char *name, size_t n) {
  const char *end = in->text + in->n;
  for (const char *at = in->text; at < end;) {
    size_t k = name_at (at, end);
    if (k == n && !memcmp (at, name, n))
      return true;
    at += k ? k : 1;
  }
  return false;
}

static bool is_keyword (const char *name, size_t n) {
  static const char words[] =
      " auto bool char const define double else enum extern float for if ifdef "
      "ifndef endif include inline int long return short signed sizeof static "
      "struct typedef union unsigned void volatile while size_t ";
  char word[24];
  if (n + 3 > sizeof word)
    return false;
  word[0] = ' ';
  memcpy (word + 1, name, n);
  word[n + 1] = ' ';
  word[n + 2] = '\0';
  return strstr (words, word);
}

typedef struct line_range {
  const text_lines *all;
  uint32_t first, last; /* counted from 1 */
} line_range;

/* Does the range name something that this line names, too? */
static bool shares_name (const line_range *r, const text_line *s) {
  const char *end = s->text + s->n;
  for (const char *at = s->text; at < end;) {
    size_t n = name_at (at, end);
    for (uint32_t i = r->first; n && !is_keyword (at, n) && i <= r->last; i++)
      if (names (r->all->data + i - 1, at, n))
        return true;
    at += n ? n : 1;
  }
  return false;
}

/* Where the declaration begins that the line is part of: at the margin. */
static uint32_t head_of (const text_lines *all, uint32_t line) {
  while (line > 1) {
    const text_line *s = all->data + line - 1;
    char c = s->n ? *s->text : ' ';
    if (is_letter (c) || c == '#')
      break;
    line--;
  }
  return line;
}

/* Of these lines, does one declare something for the range? */
static bool declares_for (const line_range *r, const text_lines *all,
                          uint32_t line) {
  return shares_name (r, all->data + line - 1) ||
         shares_name (r, all->data + head_of (all, line) - 1);
}

static edited_place choose (const line_range *r, const uint8_t *is_edited,
                            uint32_t line) {
  uint32_t n = (uint32_t) r->all->len;
  for (uint32_t i = line; i <= r->last; i++)
    if (is_edited[i])
      return (edited_place) {i, false, true};
  for (uint32_t i = line; i >= r->first; i--)
    if (is_edited[i])
      return (edited_place) {i, false, true};
  for (uint32_t i = r->first; i-- > 1;)
    if (is_edited[i] && declares_for (r, r->all, i))
      return (edited_place) {i, true, true};
  for (uint32_t i = r->last + 1; i <= n; i++)
    if (is_edited[i] && declares_for (r, r->all, i))
      return (edited_place) {i, true, true};
  return (edited_place) {line, false, false};
}

/* Two versions of a file, and which lines of the new one are edited. */
typedef struct file_pair {
  memory *mem;
  mapped_file file[2]; /* new, old */
  bool is_mapped[2];
  text_lines lines[2];
  uint8_t *is_edited; /* NULL: one cannot be read, or is empty */
} file_pair;

static void pair_read (memory *mem, const char *now, const char *before,
                       file_pair *p) {
  *p = (file_pair) {.mem = mem};
  const char *const names[] = {now, before};
  for (int i = 0; i < 2; i++)
    if ((p->is_mapped[i] = whole_file_map (names[i], &p->file[i])))
      read_lines (mem, &p->file[i], &p->lines[i]);
  if (!p->is_mapped[0] || !p->is_mapped[1] || !p->lines[0].len)
    return;
  p->is_edited = memory_zalloc (mem, p->lines[0].len + 2);
  compare_lines (mem, &p->lines[0], &p->lines[1], p->is_edited);
}

static void pair_release (file_pair *p) {
  if (p->is_edited)
    memory_free (p->mem, p->is_edited, p->lines[0].len + 2);
  vec_release (p->mem, &p->lines[0], &p->lines[1]);
  for (int i = 0; i < 2; i++)
    if (p->is_mapped[i])
      whole_file_unmap (&p->file[i]);
}

edited_place edited_lines_find (memory *mem, const char *now,
                                const char *before, uint32_t first,
                                uint32_t last, uint32_t line) {
  file_pair p;
  edited_place res = {line, false, false};
  pair_read (mem, now, before, &p);
  if (p.is_edited && first && first <= line && line <= last &&
      last <= p.lines[0].len)
    res = choose (&(line_range) {&p.lines[0], first, last}, p.is_edited, line);
  pair_release (&p);
  return res;
}

uint32_t edited_lines_elsewhere (memory *mem, const char *now,
                                 const char *before, const char *user,
                                 uint32_t first, uint32_t last) {
  file_pair p;
  mapped_file f;
  text_lines all = {0};
  uint32_t res = 0;
  if (!whole_file_map (user, &f))
    return 0;
  read_lines (mem, &f, &all);
  pair_read (mem, now, before, &p);
  line_range r = {&all, first, last};
  for (uint32_t i = 1;
       p.is_edited && first && last <= all.len && !res && i <= p.lines[0].len;
       i++)
    if (p.is_edited[i] && declares_for (&r, &p.lines[0], i))
      res = i;
  pair_release (&p);
  vec_release (mem, &all);
  whole_file_unmap (&f);
  return res;
}
