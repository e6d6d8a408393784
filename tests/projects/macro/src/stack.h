#define STACK(T) \
  struct T##_stack { \
    T item[4]; \
    int n; \
  }; \
  void T##_push (struct T##_stack *, T); \
  T T##_pop (struct T##_stack *);
#define STACK_CODE(T) \
  void T##_push (struct T##_stack *s, T x) { s->item[s->n++] = x; } \
  T T##_pop (struct T##_stack *s) { return s->n ? s->item[--s->n] : 0; }
