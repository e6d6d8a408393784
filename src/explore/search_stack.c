/* Depth first, and breadth first: the two ends of one list. */

#include "explore/searcher_priv.h"

typedef struct waiting_line {
  searcher base;
  memory *mem;
  VEC (pending *) all; /* from 'head' on */
  size_t head;
  size_t asleep; /* so many at the far end of a stack are set aside */
} waiting_line;

static waiting_line *line_of (searcher *s) { return (waiting_line *) s; }

static void stack_add (searcher *s, pending *p) {
  vec_push (line_of (s)->mem, &line_of (s)->all, p);
}

static size_t stack_count (const searcher *s) {
  const waiting_line *l = (const waiting_line *) s;
  assert (l->head <= l->all.len);
  return l->all.len - l->head;
}

static pending *take_last (searcher *s) {
  return stack_count (s) ? vec_pop (&line_of (s)->all) : NULL;
}

static void forget_taken (waiting_line *l) {
  if (l->head < 1024 || l->head < l->all.len / 2)
    return;
  for (size_t i = l->head; i < l->all.len; i++)
    l->all.data[i - l->head] = l->all.data[i];
  l->all.len -= l->head;
  l->head = 0;
}

static pending *take_first (searcher *s) {
  waiting_line *l = line_of (s);
  if (!stack_count (s))
    return NULL;
  pending *p = l->all.data[l->head++];
  forget_taken (l);
  return p;
}

static pending *last_of_stack (searcher *s) {
  waiting_line *l = line_of (s);
  assert (!l->head); /* a stack is taken from its other end */
  if (l->asleep > l->all.len)
    l->asleep = l->all.len;
  while (l->asleep < l->all.len && !l->all.data[l->asleep]->state)
    l->asleep++;
  return l->asleep < l->all.len ? l->all.data[l->asleep] : NULL;
}

static pending *last_of_queue (searcher *s) {
  waiting_line *l = line_of (s);
  for (size_t i = l->all.len; i > l->head; i--)
    if (l->all.data[i - 1]->state)
      return l->all.data[i - 1];
  return NULL;
}

static void line_free (searcher *s) {
  waiting_line *l = line_of (s);
  vec_release (l->mem, &l->all);
  memory_free (l->mem, l, sizeof *l);
}

static searcher *line_new (memory *mem, bool is_stack) {
  waiting_line *l = memory_zalloc (mem, sizeof *l);
  l->mem = mem;
  l->base = (searcher) {.add = stack_add,
                        .next = is_stack ? take_last : take_first,
                        .count = stack_count,
                        .last = is_stack ? last_of_stack : last_of_queue,
                        .forked = searcher_ignore_fork,
                        .ended = searcher_ignore_end,
                        .close = searcher_ignore_close,
                        .free = line_free,
                        .is_depth_first = is_stack};
  return &l->base;
}

searcher *searcher_new_stack (memory *mem) { return line_new (mem, true); }
searcher *searcher_new_queue (memory *mem) { return line_new (mem, false); }
