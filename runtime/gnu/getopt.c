/* getopt and its relatives as glibc has them: operands move behind options,
 * long names may be shortened, "W;" introduces long names too, and messages
 * have glibc's words.
 *
 *   argv  options | operands that were skipped | options    | not yet seen
 *                 first                        last         optind
 *
 * Before the next option is looked for, the two parts in the middle change
 * places.
 */

#define _GNU_SOURCE
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *__getenv_quiet (const char *);

char *optarg;
int optind = 1, opterr = 1, optopt = '?';
int optreset;

static enum { PERMUTE, STOP_AT_OPERAND, IN_ORDER } order;
static char *next; /* rest of the word with short options, or NULL */
static int first, last, is_started;
static int culprit = '?'; /* optopt, until the next mistake */

int __reprise_getopt_failed; /* for argp: '?' may be an option, too */

static void blame (int c) {
  culprit = c;
  __reprise_getopt_failed = 1;
}

typedef struct scan {
  int n;
  char **word;
  const char *shorts;
  const struct option *longs;
  int *which;
  int is_only;  /* long names after one dash */
  int is_quiet; /* no messages */
} scan;

#define COMPLAIN(S, ...) \
  do { \
    if (!(S)->is_quiet) \
      fprintf (stderr, __VA_ARGS__); \
  } while (0)

static void reverse (char **from, char **to) {
  while (from < --to) {
    char *word = *from;
    *from++ = *to;
    *to = word;
  }
}

static void move_operands (char **word) {
  if (first != last && last != optind) {
    reverse (word + first, word + last);
    reverse (word + last, word + optind);
    reverse (word + first, word + optind);
  }
  first += optind - last;
  last = optind;
}

static void start (const char *shorts) {
  if (!optind)
    optind = 1;
  first = last = optind;
  next = NULL;
  is_started = 1;
  optreset = 0;
  order = *shorts == '-' ? IN_ORDER
          : *shorts == '+' || __getenv_quiet ("POSIXLY_CORRECT")
              ? STOP_AT_OPERAND
              : PERMUTE;
}

/* Long names. */

static size_t name_length (const char *s) { return strcspn (s, "="); }

static int is_same_option (const struct option *a, const struct option *b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The one of this name, or the only one that begins so. NULL: '*is_many' says
 * whether there are several.
 */
static const struct option *find_long (const scan *s, const char *name,
                                       int *is_many) {
  size_t len = name_length (name);
  const struct option *found = NULL;
  *is_many = 0;
  for (const struct option *o = s->longs; o->name; o++) {
    if (strncmp (o->name, name, len))
      continue;
    if (!o->name[len])
      return o;
    if (!found)
      found = o;
    else if (s->is_only || !is_same_option (o, found))
      *is_many = 1;
  }
  return *is_many ? NULL : found;
}

static void list_candidates (const scan *s, const char *name,
                             const char *prefix) {
  size_t len = name_length (name);
  if (s->is_quiet)
    return;
  fprintf (stderr, "%s: option '%s%s' is ambiguous; possibilities:", s->word[0],
           prefix, name);
  for (const struct option *o = s->longs; o->name; o++)
    if (!strncmp (o->name, name, len))
      fprintf (stderr, " '%s%s'", prefix, o->name);
  fputc ('\n', stderr);
}

static int lacks_argument (const scan *s) {
  const char *shorts = s->shorts + (*s->shorts == '-' || *s->shorts == '+');
  return *shorts == ':' ? ':' : '?';
}

static int take_long (const scan *s, const struct option *o, const char *name,
                      const char *prefix) {
  const char *value = name + name_length (name);
  if (*value) {
    if (!o->has_arg) {
      COMPLAIN (s, "%s: option '%s%s' doesn't allow an argument\n", s->word[0],
                prefix, o->name);
      blame (o->val);
      return '?';
    }
    optarg = (char *) value + 1;
  } else if (o->has_arg == required_argument) {
    if (optind >= s->n) {
      COMPLAIN (s, "%s: option '%s%s' requires an argument\n", s->word[0],
                prefix, o->name);
      blame (o->val);
      return lacks_argument (s);
    }
    optarg = s->word[optind++];
  }
  if (s->which)
    *s->which = (int) (o - s->longs);
  if (!o->flag)
    return o->val;
  *o->flag = o->val;
  return 0;
}

static int is_short (const scan *s, char c) {
  return c && strchr (s->shorts, c);
}

/* -1: it is meant as short options. The word is done with otherwise. */
static int read_long (const scan *s, char *name, const char *prefix,
                      int may_be_short) {
  int is_many;
  const struct option *o = find_long (s, name, &is_many);
  if (!o && !is_many && may_be_short && is_short (s, *name)) {
    next = name;
    return -1;
  }
  next = NULL;
  optind++;
  if (o)
    return take_long (s, o, name, prefix);
  if (is_many)
    list_candidates (s, name, prefix);
  else
    COMPLAIN (s, "%s: unrecognized option '%s%s'\n", s->word[0], prefix, name);
  blame (0);
  return '?';
}

/* Short options. */

/* The argument of an option: the rest of the word, or the next one. NULL:
 * there is none.
 */
static char *take_argument (const scan *s, int c) {
  char *rest = next;
  next = NULL;
  if (*rest) {
    optind++;
    return rest;
  }
  if (++optind < s->n)
    return s->word[optind++];
  COMPLAIN (s, "%s: option requires an argument -- '%c'\n", s->word[0], c);
  blame (c);
  return NULL;
}

static int take_word_option (const scan *s) {
  char *name = take_argument (s, 'W');
  if (!name)
    return lacks_argument (s);
  optind--; /* read_long goes on behind it */
  return read_long (s, name, "-W ", 0);
}

static int read_short (const scan *s) {
  int c = (unsigned char) *next++;
  const char *at = c == ':' || c == ';' ? NULL : strchr (s->shorts, c);
  if (!at) {
    if (!*next)
      optind++;
    COMPLAIN (s, "%s: invalid option -- '%c'\n", s->word[0], c);
    blame (c);
    return '?';
  }
  if (at[0] == 'W' && at[1] == ';' && s->longs)
    return take_word_option (s);
  if (at[1] != ':') {
    if (!*next)
      optind++;
  } else if (at[2] == ':') {
    optarg = *next ? next : NULL;
    next = NULL;
    optind++;
  } else if (!(optarg = take_argument (s, c)))
    return lacks_argument (s);
  return c;
}

/* Words. */

static int is_operand (const char *word) { return word[0] != '-' || !word[1]; }

/* To the next word with options: 0. -1: there is none. 1: an operand in its
 * place.
 */
static int advance (const scan *s) {
  if (last > optind)
    last = optind;
  if (first > optind)
    first = optind;
  if (order == PERMUTE) {
    move_operands (s->word);
    while (optind < s->n && is_operand (s->word[optind]))
      optind++;
    last = optind;
  }
  if (optind < s->n && !strcmp (s->word[optind], "--")) {
    optind++;
    if (order == PERMUTE) {
      move_operands (s->word);
      last = s->n;
    }
    if (order != PERMUTE)
      return -1;
    optind = first;
    return -1;
  }
  if (optind >= s->n) {
    if (order == PERMUTE && first != last)
      optind = first;
    return -1;
  }
  if (!is_operand (s->word[optind]))
    return 0;
  if (order == STOP_AT_OPERAND)
    return -1;
  optarg = s->word[optind++];
  return 1;
}

static int read_word (const scan *s) {
  char *word = s->word[optind];
  next = word + 1;
  if (!s->longs)
    return -1;
  if (word[1] == '-')
    return read_long (s, word + 2, "--", 0);
  if (s->is_only && (word[2] || !is_short (s, word[1])))
    return read_long (s, word + 1, "-", 1);
  return -1;
}

static int read_next (scan *s) {
  if (s->n < 1)
    return -1;
  optarg = NULL;
  if (!optind || !is_started || optreset)
    start (s->shorts);
  s->shorts += *s->shorts == '-' || *s->shorts == '+';
  s->is_quiet = !opterr || *s->shorts == ':';
  if (!next || !*next) {
    int what = advance (s);
    if (what)
      return what;
    what = read_word (s);
    if (what != -1)
      return what;
  }
  return read_short (s);
}

static int getopt_next (int n, char *const *word, const char *shorts,
                        const struct option *longs, int *which, int is_only) {
  scan s = {n, (char **) word, shorts, longs, which, is_only, 0};
  __reprise_getopt_failed = 0;
  int res = read_next (&s);
  optopt = culprit;
  return res;
}

int getopt (int n, char *const word[], const char *shorts) {
  return getopt_next (n, word, shorts, NULL, NULL, 0);
}

int __posix_getopt (int n, char *const word[], const char *shorts) {
  return getopt (n, word, shorts);
}

int getopt_long (int n, char *const *word, const char *shorts,
                 const struct option *longs, int *which) {
  return getopt_next (n, word, shorts, longs, which, 0);
}

int getopt_long_only (int n, char *const *word, const char *shorts,
                      const struct option *longs, int *which) {
  return getopt_next (n, word, shorts, longs, which, 1);
}
