#include "lab/technique/node_count.h"

#include <string.h>

void node_count_init (node_count *s, memory *mem, const terms *ts) {
  *s = (node_count) {.mem = mem, .terms = ts};
  map_init (&s->written, mem);
  map_init (&s->ever, mem);
  map_init (&s->held, mem);
}

void node_count_release (node_count *s) {
  map_release (&s->written);
  map_release (&s->ever);
  map_release (&s->held);
  vec_release (s->mem, &s->path, &s->first, &s->made, &s->todo);
}

static double tree_size (const node_count *s, term t) {
  const uint64_t *bits = map_find (&s->written, t.id);
  double size = 0;
  if (bits)
    memcpy (&size, bits, sizeof size);
  return size;
}

static double sum_of_arguments (const node_count *s, term t, bool *is_known) {
  double sum = 1;
  *is_known = true;
  for (unsigned i = 0; i < term_node (s->terms, t)->arity; i++) {
    double size = tree_size (s, term_arg (s->terms, t, i));
    *is_known &= size != 0;
    sum += size;
  }
  return sum;
}

static double measure_tree (node_count *s, term t) {
  vec_clear (&s->todo);
  vec_push (s->mem, &s->todo, t);
  while (s->todo.len) {
    term top = vec_last (&s->todo);
    bool is_known;
    double size = sum_of_arguments (s, top, &is_known);
    if (is_known) {
      memcpy (map_at (&s->written, top.id), &size, sizeof size);
      s->todo.len--;
      continue;
    }
    for (unsigned i = 0; i < term_node (s->terms, top)->arity; i++)
      vec_push (s->mem, &s->todo, term_arg (s->terms, top, i));
  }
  return tree_size (s, t);
}

static void make_nodes (node_count *s, term t) {
  vec_clear (&s->todo);
  vec_push (s->mem, &s->todo, t);
  while (s->todo.len) {
    term top = vec_pop (&s->todo);
    uint64_t *is_held = map_at (&s->held, top.id);
    if (*is_held)
      continue;
    *is_held = 1;
    vec_push (s->mem, &s->made, top.id);
    s->n_stack++;
    uint64_t *was = map_at (&s->ever, top.id);
    s->n_ever += !*was;
    *was = 1;
    for (unsigned i = 0; i < term_node (s->terms, top)->arity; i++)
      vec_push (s->mem, &s->todo, term_arg (s->terms, top, i));
  }
}

static void node_count_push (node_count *s, term t) {
  vec_push (s->mem, &s->path, t);
  vec_push (s->mem, &s->first, (uint32_t) s->made.len);
  s->n_written += measure_tree (s, t);
  s->constraints++;
  make_nodes (s, t);
}

static void node_count_pop (node_count *s) {
  uint32_t first = vec_pop (&s->first);
  while (s->made.len > first)
    *map_find (&s->held, vec_pop (&s->made)) = 0;
  (void) vec_pop (&s->path);
}

void node_count_add (node_count *s, size_t n, const term *path, term asked) {
  size_t same = 0;
  while (same < n && same < s->path.len &&
         term_eq (path[same], s->path.data[same]))
    same++;
  while (s->path.len > same)
    node_count_pop (s);
  for (size_t i = same; i < n; i++)
    node_count_push (s, path[i]);
  node_count_push (s, asked);
}
