# Reprise: build, test, install. Why make and nothing else: docs/adr/0001-make.md
#
#   make             release build: build/reprise, -lab, -klee, -export, -diff, -test, -fleet, libreprise.a, .so
#   make libc        the C library for programs under test: build/libc
#   make debug       asserts and checks: build/debug/reprise
#   make asan        address and undefined sanitizers: build/asan/reprise
#   make demo        install what is missing, build, run an example
#   make check       install what tests need, build, run every test
#   make check-long  the same with the long random tests
#   make bench       measure against other tools
#   make tables      measure the papers' tables: docs/tables.md
#   make format      lay out the C sources with clang-format
#   make docs        regenerate docs/options.md and man/reprise.1
#   make install     PREFIX=/usr/local DESTDIR=; also uninstall
#   make clean       remove build/
#
# Variables: CC, CFLAGS, LDFLAGS, WERROR=1, V=1, CONFIG=release|debug|asan|clang
#
# Sources are found by wildcard: adding a file never needs an edit here.

CONFIG  ?= release
PREFIX  ?= /usr/local
DESTDIR ?=
CC      := $(if $(filter default,$(origin CC)),gcc,$(CC))
VERSION := 0.1.0
SOMAJOR := 0

ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif
MAKEFLAGS += --no-print-directory

# One directory and one set of flags per configuration. All configurations but
# release are for developers, and take no warnings.

B            := $(if $(filter release,$(CONFIG)),build,build/$(CONFIG))
REDIS_SO     := $(B)/libreprise-redis.so
OPT_release  := -O2 -g -DNDEBUG
OPT_debug    := -Og -g -DCHECKS
OPT_asan     := -O1 -g1 -DCHECKS -fno-omit-frame-pointer \
                -fsanitize=address,undefined -fno-sanitize-recover=all \
                -DWORK_CLOCK -fsanitize-coverage=trace-pc
OPT_clang    := -O1 -g
OPT          := $(OPT_$(CONFIG))
ifeq ($(OPT),)
$(error unknown CONFIG '$(CONFIG)': use release, debug, asan or clang)
endif
ifneq ($(CONFIG),release)
WERROR ?= 1
endif

WARN     := -Wall -Wextra -Wpedantic -Wmissing-prototypes -Wshadow \
            -Wwrite-strings -Wstrict-prototypes -Wvla \
            $(if $(filter 1,$(WERROR)),-Werror)
LLVM     := /usr/lib/llvm-19
CPPFLAGS := -D_GNU_SOURCE -DREPRISE_VERSION='"$(VERSION)"' \
            -Isrc -Iinclude -I. -I$(B) -isystem $(LLVM)/include
CFLAGS   ?=
ALL_CFLAGS := -std=c11 $(OPT) $(WARN) -fPIC -fvisibility=hidden -MMD -MP \
            $(CPPFLAGS) $(CFLAGS)
LIBS     := -L$(LLVM)/lib -lLLVM-19 -lz3 -lcadical -lnauty -lgmp -lxxhash -lzstd -ljansson -llmdb -lcrypto \
            -lstdc++ -lm -lpthread

# Our libraries are beside the programs. The sanitizers call dlopen in our place,
# and see only what holds for all libraries.
BESIDE := -Wl,-rpath,'$$ORIGIN:$$ORIGIN/../lib/reprise' $(if $(filter asan,$(CONFIG)),-Xlinker --disable-new-dtags)

# By which runs know the memory of their own build: src/base/build_identity.h.
BUILD_ID := -Wl,--build-id

SOURCES  := $(sort $(wildcard src/*/*.c z3/*.c))
LAB_SRC  := $(sort $(wildcard lab/*.c lab/*/*.c))
# The library reads scripts, which reprise itself does not; a rung is here.
QUERY_SRC := $(filter lab/boxes/% lab/query/% lab/count/%,$(LAB_SRC))
QUERY_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(QUERY_SRC))
LIB_OBJ  := $(patsubst %.c,$(B)/obj/%.o,$(filter-out src/cli/%,$(SOURCES))) $(QUERY_OBJ)
CLI_OBJ  := $(patsubst %.c,$(B)/obj/%.o,$(filter-out %/main.c,$(filter src/cli/%,$(SOURCES))))
LAB_OBJ  := $(patsubst %.c,$(B)/obj/%.o,$(filter-out $(QUERY_SRC),$(LAB_SRC)))
# What KLEE looks like, and of the command line only what is around a program.
KLEE_SRC := $(sort $(wildcard klee/*.c))
KLEE_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(KLEE_SRC))
KLEE_FORMATS := $(B)/obj/export/ktest.o $(B)/obj/export/export_xml.o
PROGRAMS := reprise reprise-lab reprise-klee reprise-export reprise-diff reprise-test reprise-fleet
EXPORT_SRC := $(sort $(wildcard export/*.c))
EXPORT_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(EXPORT_SRC))
DIFF_SRC := $(sort $(wildcard diff/*.c))
DIFF_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(DIFF_SRC))
PROJECT_SRC := $(sort $(wildcard project/*.c))
PROJECT_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(PROJECT_SRC))
REMOTE_SRC := $(sort $(wildcard remote/*.c))
REMOTE_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(REMOTE_SRC))
REDIS_SRC := $(sort $(wildcard remote/redis/*.c))
REDIS_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(REDIS_SRC))
UNIT_SRC := $(sort $(wildcard tests/unit/*.c tests/unit/*/*.c))
UNIT_OBJ := $(patsubst %.c,$(B)/obj/%.o,$(UNIT_SRC))

# Short lines, silent under -s; V=1 shows the whole command.
run = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '$1 $@';))

.PHONY: all debug asan clang warnings unit lib install uninstall format docs clean \
        demo check check-long bench tables help FORCE
.DELETE_ON_ERROR:

all: $(patsubst %,$(B)/%,$(PROGRAMS)) $(REDIS_SO) $(B)/reprise-build lib libc $(B)/libkleeRuntest.so
$(B)/reprise-build: tools/reprise-build
	$(call run,COPY) install -m 755 $< $@
lib: $(B)/libreprise.a $(B)/libreprise.so
unit: $(B)/unit

debug asan:
	@$(MAKE) CONFIG=$@ $(patsubst %,build/$@/%,$(PROGRAMS) $(notdir $(REDIS_SO)) unit)
clang:
	@$(MAKE) CONFIG=clang CC=clang-19 \
	  $(patsubst %,build/clang/%,$(PROGRAMS) $(notdir $(REDIS_SO)) unit)

# What clang warns of, without making code.
warnings:
	@$(MAKE) CONFIG=clang CC=clang-19 build/clang/warnings
$(B)/warnings: FORCE | $(B)/build_info.h
	@printf '%s\0' $(SOURCES) $(LAB_SRC) $(KLEE_SRC) $(EXPORT_SRC) $(DIFF_SRC) $(PROJECT_SRC) $(REMOTE_SRC) $(REDIS_SRC) $(UNIT_SRC) | xargs -0 -n 8 -P $(shell nproc) \
	  $(CC) -fsyntax-only $(filter-out -MMD -MP,$(ALL_CFLAGS))

# Libraries that are loaded when they are first called: src/cli/lazy.c. The leak
# checker does not survive that.
LAZY := $(if $(filter asan,$(CONFIG)),,LLVM-19 z3 crypto)
lazy = $(call run,GEN) tools/lazy-stubs '$1' $(LLVM_SO) $(foreach l,$(LAZY:LLVM-19=$(if $(LLVM_SO),,LLVM-19)),\
	  $$($(CC) -L$(LLVM)/lib -print-file-name=lib$l.so)) >$@

# Of LLVM what we call, if it is there as archives: the library of the system has
# ten times as many relocations, which take most of the time of a short run.
LLVM_SO := $(if $(and $(LAZY),$(wildcard $(LLVM)/lib/libLLVMPasses.a)),$(B)/libreprise-llvm.so)
LLVM_PARTS = $(shell $(LLVM)/bin/llvm-config --link-static --libs core bitreader irreader linker passes)
$(B)/llvm.ld: $(B)/libreprise.a $(B)/libklee.a $(B)/libexport.a $(B)/libdiff.a
	@nm -u $^ | sed -n 's/^ *U \(LLVM\)/\1/p' | sort -u | tr '\n' ' ' | \
	 sed 's/.*/EXTERN (&)\nVERSION { { global: & local: *; }; }/; :x; s/\(global:.*[A-Za-z0-9]\) /\1; /; tx' >$@.new; \
	 cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/libreprise-llvm.so: $(B)/llvm.ld
	$(call run,LINK) $(CC) -shared -Wl,-soname,$(@F) -Wl,-Bsymbolic,-z,now,--gc-sections,-s \
	  -o $@ $< -L$(LLVM)/lib $(LLVM_PARTS) -lz -lzstd -lstdc++ -lm

$(B)/lazy.s $(B)/klee-lazy.s: $(LLVM_SO)
$(B)/lazy.s: $(B)/libreprise.a $(B)/libexport.a $(B)/libdiff.a tools/lazy-stubs
$(B)/klee-lazy.s: $(B)/libreprise.a $(B)/libklee.a tools/lazy-stubs
$(B)/lazy.s $(B)/klee-lazy.s:
	$(call lazy,$(filter %.a,$^))
$(B)/reprise: $(B)/obj/src/cli/main.o
$(B)/reprise-lab: $(LAB_OBJ) $(B)/obj/export/html.o $(B)/obj/export/recorded.o
$(B)/reprise-export: $(EXPORT_OBJ)
$(B)/reprise-diff: $(DIFF_OBJ)
$(B)/reprise-fleet: MORE_LIBS := -lhiredis
$(B)/reprise-fleet: $(REMOTE_OBJ) $(B)/libredis.a
$(B)/reprise-test: MORE_LIBS := -linih
$(B)/reprise-test: $(PROJECT_OBJ) $(B)/libdiff.a $(B)/libexport.a
$(filter-out %-klee,$(patsubst %,$(B)/%,$(PROGRAMS))): $(CLI_OBJ) $(B)/libreprise.a $(B)/lazy.s
$(B)/reprise-klee: MORE_LIBS := -lsqlite3
$(B)/reprise-klee: $(KLEE_OBJ) $(KLEE_FORMATS) $(B)/obj/src/cli/life.o $(B)/obj/src/cli/lazy.o \
  $(B)/obj/src/cli/hand_over.o $(B)/libreprise.a $(B)/klee-lazy.s
$(patsubst %,$(B)/%,$(PROGRAMS)):
	$(call run,LINK) $(CC) $(OPT) $(CFLAGS) $(LDFLAGS) $(BUILD_ID) \
	  $(BESIDE) -o $@ $(filter %.o,$^) $(filter-out %.o,$^) \
	  $(filter-out $(LAZY:%=-l%),$(LIBS)) $(MORE_LIBS) -ldl

# The store in Redis, loaded where there is one: src/store/store_shared.c.
$(REDIS_SO): $(REDIS_OBJ) $(B)/libreprise.a
	$(call run,LINK) $(CC) $(OPT) $(CFLAGS) $(LDFLAGS) $(BUILD_ID) -shared -Wl,--exclude-libs,ALL \
	  -Wl,--no-undefined,--as-needed,--gc-sections -Wl,-soname,$(@F) -o $@ $^ $(LIBS) -lhiredis

# Tests and measurements may use what is in the lab, but for its program.
$(B)/liblab.a: $(filter-out %_main.o %_command.o,$(LAB_OBJ))
$(B)/libklee.a: $(filter-out %_main.o,$(KLEE_OBJ)) $(KLEE_FORMATS)
$(B)/libexport.a: $(filter-out %_main.o %_command.o,$(EXPORT_OBJ))
$(B)/libdiff.a: $(filter-out %_main.o %_command.o,$(DIFF_OBJ))
$(B)/libredis.a: $(REDIS_OBJ)
$(B)/unit: $(UNIT_OBJ) $(B)/liblab.a $(B)/libklee.a $(B)/libexport.a $(B)/libdiff.a $(B)/libredis.a $(B)/libreprise.a | $(REDIS_SO)
	$(call run,LINK) $(CC) $(OPT) $(CFLAGS) $(LDFLAGS) $(BUILD_ID) $(BESIDE) -o $@ $^ $(LIBS) -lsqlite3 -lhiredis

$(B)/bench/%: bench/%.c $(B)/liblab.a $(B)/libredis.a $(B)/libreprise.a
	@mkdir -p $(@D)
	$(call run,CC) $(CC) $(ALL_CFLAGS) $(LDFLAGS) -o $@ $^ $(LIBS) -lhiredis

$(B)/libreprise.a: $(LIB_OBJ)
$(B)/libreprise.a $(B)/liblab.a $(B)/libklee.a $(B)/libexport.a $(B)/libdiff.a $(B)/libredis.a:
	@rm -f $@
	$(call run,AR) $(AR) rcs $@ $^

# --exclude-libs keeps CaDiCaL, which is static, out of our symbol table.
# The public header is about constraints: who links it needs no LLVM.
SO_FOLDERS := base context term logic solver reuse store ladder
SO_OBJ   := $(filter $(foreach d,$(SO_FOLDERS),$(B)/obj/src/$d/%) $(B)/obj/z3/%,$(LIB_OBJ)) $(QUERY_OBJ)
SO_LIBS  := $(filter-out -L$(LLVM)/lib -lLLVM-19,$(LIBS))

$(B)/libreprise.so: $(SO_OBJ)
	$(call run,LINK) $(CC) $(OPT) $(CFLAGS) $(LDFLAGS) $(BUILD_ID) -shared -Wl,--exclude-libs,ALL \
	  -Wl,--no-undefined -Wl,-soname,libreprise.so.$(SOMAJOR) -Wl,-rpath,'$$ORIGIN:$$ORIGIN/reprise' -o $@ $^ $(SO_LIBS)

# What programs link with to replay a .ktest by themselves, as with KLEE.
$(B)/libkleeRuntest.so: runtime/replay/runtest.c include/klee/klee.h
	@mkdir -p $(@D)
	$(call run,LINK) $(CC) -O2 $(WARN) -Iinclude -fPIC -shared \
	  -Wl,-soname,libkleeRuntest.so.1.0 -o $@ $<
	@ln -sf $(@F) $@.1.0

$(B)/obj/%.o: %.c $(B)/flags | $(B)/build_info.h
	@mkdir -p $(@D)
	$(call run,CC) $(CC) $(ALL_CFLAGS) -c -o $@ $<

# By .incbin, which no compiler lists.
$(B)/obj/export/c_runtime.o: $(wildcard runtime/export/*.c)

# Both files change only when their text does, so that nothing is built twice.
$(B)/flags: FORCE
	@mkdir -p $(@D); echo '$(subst ','\'',$(CC) $(ALL_CFLAGS))' >$@.new; \
	 cmp -s $@.new $@ && rm $@.new || mv $@.new $@
$(B)/build_info.h: FORCE
	@mkdir -p $(@D); \
	 id=$$(git describe --always --dirty --exclude '*' 2>/dev/null || echo none); \
	 echo "#define BUILD_GIT_ID \"$$id\"" >$@.new; \
	 cmp -s $@.new $@ && rm $@.new || mv $@.new $@

-include $(LIB_OBJ:.o=.d) $(CLI_OBJ:.o=.d) $(LAB_OBJ:.o=.d) $(KLEE_OBJ:.o=.d) $(EXPORT_OBJ:.o=.d) \
  $(DIFF_OBJ:.o=.d) $(PROJECT_OBJ:.o=.d) $(REMOTE_OBJ:.o=.d) $(REDIS_OBJ:.o=.d) $(B)/obj/src/cli/main.d $(UNIT_OBJ:.o=.d)

include runtime/libc.inc

# Install. Quoted: there may be a space in them.

BINDIR := "$(DESTDIR)$(PREFIX)/bin"
LIBDIR := "$(DESTDIR)$(PREFIX)/lib"
INCDIR := "$(DESTDIR)$(PREFIX)/include"
MANDIR := "$(DESTDIR)$(PREFIX)/share/man/man1"
KLEEDIR := "$(DESTDIR)$(PREFIX)/share/reprise/include/klee"
REPLAYDIR := "$(DESTDIR)$(PREFIX)/share/reprise/runtime/replay"
SUBJECTDIR := "$(DESTDIR)$(PREFIX)/share/reprise/bench/subjects"
SO     := libreprise.so
# Not among other programs: a KLEE that is there stays what is called.
DROPIN := "$(DESTDIR)$(PREFIX)/lib/reprise"

install: all install-libc
	install -d $(BINDIR) $(LIBDIR)/pkgconfig $(INCDIR) $(MANDIR) \
	  $(KLEEDIR)
	install -m 755 $(patsubst %,$(B)/%,$(PROGRAMS)) $(B)/reprise-build $(BINDIR)
	install -m 644 $(B)/libreprise.a $(LIBDIR)/libreprise.a
	install -m 755 $(B)/$(SO) $(LIBDIR)/$(SO).$(VERSION)
	ln -sf $(SO).$(VERSION) $(LIBDIR)/$(SO).$(SOMAJOR)
	ln -sf $(SO).$(SOMAJOR) $(LIBDIR)/$(SO)
	install -m 644 include/reprise.h $(INCDIR)/reprise.h
	install -m 644 man/reprise.1 $(MANDIR)/reprise.1
	install -m 644 include/klee/klee.h $(KLEEDIR)/klee.h
	install -d $(REPLAYDIR)
	install -m 644 runtime/replay/*.[ch] $(REPLAYDIR)
	install -d $(DROPIN)/bin
	install -m 755 $(LLVM_SO) $(REDIS_SO) $(DROPIN)
	ln -sf ../../../bin/reprise-klee $(DROPIN)/bin/klee
	for name in ktest-tool klee-stats klee-exec-tree kleaver klee-replay klee-zesti ktest-gen ktest-randgen; do \
	  ln -sf ../../../bin/reprise-klee $(DROPIN)/bin/$$name; done
	install -m 755 $(B)/libkleeRuntest.so $(DROPIN)/libkleeRuntest.so.1.0
	ln -sf libkleeRuntest.so.1.0 $(DROPIN)/libkleeRuntest.so
	install -d $(SUBJECTDIR)
	install -m 644 bench/subjects/*.[ch] $(SUBJECTDIR)
	sed -e 's|@PREFIX@|$(PREFIX)|' -e 's|@VERSION@|$(VERSION)|' \
	  -e 's|@LIBS@|$(SO_LIBS)|' tools/reprise.pc.in \
	  >$(LIBDIR)/pkgconfig/reprise.pc

uninstall: uninstall-libc
	rm -f $(patsubst %,$(BINDIR)/%,$(PROGRAMS) reprise-build) \
	  $(LIBDIR)/libreprise.a $(LIBDIR)/$(SO) \
	  $(LIBDIR)/$(SO).$(SOMAJOR) $(LIBDIR)/$(SO).$(VERSION) \
	  $(INCDIR)/reprise.h $(MANDIR)/reprise.1 $(KLEEDIR)/klee.h \
	  $(LIBDIR)/pkgconfig/reprise.pc
	rm -rf $(SUBJECTDIR) $(DROPIN) $(REPLAYDIR)

# Everyday commands. Those that need packages install them first.

demo:
	@tools/deps build
	+@MAKE='$(MAKE)' tools/build-demo
	@tools/demo

check:
	@tools/deps build test
	@tests/run

check-long:
	@tools/deps build test
	@tests/run --long

bench:
	@tools/deps build bench
	@$(MAKE) -s all $(patsubst bench/%.c,build/bench/%,$(wildcard bench/*.c))
	@bench/run

tables: $(B)/reprise $(B)/reprise-lab
	@bench/tables

format:
	@tools/check-format --fix

docs: $(B)/reprise-lab
	@tools/check-docs --fix

clean:
	rm -rf build

help:
	@sed -n 's/^#   make/make/p; s/^# Variables/Variables/p' Makefile
