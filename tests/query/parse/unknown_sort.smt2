(declare-const x Foo)
