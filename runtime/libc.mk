# The C library as bitcode: build/libc. Run by runtime/libc.inc after the
# sources are there, because only then the list of files is known.
#
#   M       unpacked sources of musl
#   OUT     where the library goes: OUT/include, OUT/obj, OUT/archive
#   CLANG   compiler
#
# Everything is compiled with few and plain optimisations: what the machine
# executes should be short, but look like the source and never read more than
# the source does.

M     := build/musl/src
OUT   := build/libc
CLANG := clang-19
ARCH  := $(firstword $(subst -, ,$(shell $(CLANG) -dumpmachine)))

MAKEFLAGS += --no-print-directory
.DELETE_ON_ERROR:
.PHONY: all list FORCE

left_out := $(shell sed -n 's/^\(src[^ ]*\).*/\1/p' runtime/left_out.txt)
musl     := $(filter-out $(left_out),\
              $(patsubst $(M)/%,%,$(sort $(wildcard $(M)/src/*/*.c))))
ours     := $(sort $(filter-out runtime/replay/% runtime/export/%,$(wildcard runtime/*/*.c)))
members  := $(patsubst %.c,$(OUT)/obj/%.bc,$(musl:src/%=musl/%) $(ours))

FLAGS := -std=c99 -nostdinc -ffreestanding -fno-builtin -w \
         -O1 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops \
         -fno-pie -fno-pic -fno-strict-aliasing -fno-stack-protector \
         -fno-math-errno -ffp-contract=off \
         -fno-asynchronous-unwind-tables -fno-ident \
         -gline-tables-only -ffile-prefix-map=$(M)/=musl/ \
         -fdebug-compilation-dir=. \
         -D_XOPEN_SOURCE=700 -Iruntime/port -I$(M)/arch/$(ARCH) \
         -I$(M)/arch/generic -I$(OUT)/internal -I$(M)/src/include \
         -I$(M)/src/internal -I$(OUT)/include

# These read whole words, and so past the end of an object, unless the
# compiler is one they do not know.
wordwise := $(addprefix $(OUT)/obj/musl/,\
              $(addprefix string/,memccpy.bc memchr.bc stpcpy.bc stpncpy.bc \
                strchrnul.bc strlcpy.bc strlen.bc) multibyte/mbsrtowcs.bc)
$(wordwise): FILE_FLAGS = -U__GNUC__ $(if $(findstring mbs,$@),$(renamed))

# For what stdlib/floatscan.c, string/compare.c, stdio/fwrite.c, gnu/setlocale.c
# and gnu/multibyte.c leave to it.
renamed := -D__floatscan=__floatscan_exact -Dmemmem=__memmem_found \
           -Dfwrite=__fwrite_unseen -Dfwrite_unlocked=__fwrite_unseen_unlocked \
           -Dsetlocale=__setlocale_any -Dmbrtowc=__mbrtowc_any \
           -Dmbtowc=__mbtowc_any -Dmbsrtowcs=__mbsrtowcs_any
$(OUT)/obj/musl/internal/floatscan.bc: FILE_FLAGS := $(renamed)
$(OUT)/obj/musl/locale/setlocale.bc: FILE_FLAGS := $(renamed)
$(OUT)/obj/musl/multibyte/mbrtowc.bc: FILE_FLAGS := $(renamed)
$(OUT)/obj/musl/multibyte/mbtowc.bc: FILE_FLAGS := $(renamed)
$(OUT)/obj/musl/string/memmem.bc: FILE_FLAGS := $(renamed)
$(OUT)/obj/musl/stdio/fwrite.bc: FILE_FLAGS := $(renamed)

# What a program asks of the environment is told (system/environment.c); what
# the library asks is not.
quietly := env/getenv process/execvp locale/catopen locale/locale_map \
           time/__tz misc/fmtmsg
$(quietly:%=$(OUT)/obj/musl/%.bc): FILE_FLAGS := -Dgetenv=__getenv_quiet

run = $(if $(V),,@$(if $(findstring s,$(firstword -$(MAKEFLAGS))),,echo '$1 $@';))

all: $(OUT)/archive $(OUT)/gnu/.done

list:
	@printf '%s\n' $(members)

port    := $(wildcard runtime/port/*_arch.h)
depends := $(OUT)/flags $(OUT)/headers $(port)

$(OUT)/obj/musl/%.bc: $(M)/src/%.c $(depends)
	@mkdir -p $(@D)
	$(call run,CLANG) $(CLANG) $(FLAGS) $(FILE_FLAGS) -emit-llvm -c -o $@ $<

# Ours know more headers than musl's sources.
gnu := $(shell find runtime/include -name '*.h')

$(OUT)/obj/runtime/%.bc: runtime/%.c $(depends) $(gnu) \
                         $(wildcard runtime/*/*.h runtime/*/*.def)
	@mkdir -p $(@D)
	$(call run,CLANG) $(CLANG) -Iruntime/include $(FLAGS) $(FILE_FLAGS) -emit-llvm -c -o $@ $<

# What system calls are called.
syscall_names := $(OUT)/names/syscall_names.h
$(syscall_names): $(M)/arch/$(ARCH)/bits/syscall.h.in
	@mkdir -p $(@D)
	$(call run,NAMES) sed -n 's/^.define __NR_\([a-z0-9_]*\)[[:space:]]*\([0-9]*\)$$/[\2] = "\1",/p' $< >$@
$(OUT)/obj/runtime/system/system.bc: $(syscall_names)
$(OUT)/obj/runtime/system/system.bc: FILE_FLAGS := -I$(OUT)/names

# For programs, in front of musl's.
$(OUT)/gnu/.done: $(gnu)
	@rm -rf $(OUT)/gnu
	$(call run,COPY) mkdir -p $(OUT)/gnu && cp -R runtime/include/. $(OUT)/gnu && \
	 touch $@

# Headers, for programs and for the library itself; an architecture's own win
# over the generic ones of the same name. Two numbers are glibc's, for bitcode
# that was compiled with its headers.
$(OUT)/headers: $(M)/VERSION runtime/libc.mk
	@rm -rf $(OUT)/include $(OUT)/internal
	@mkdir -p $(OUT)/include/bits $(OUT)/internal
	$(call run,COPY) cp -R $(M)/include/. $(OUT)/include; \
	 cp $(M)/arch/generic/bits/*.h $(OUT)/include/bits; \
	 cp $(M)/arch/$(ARCH)/bits/*.h $(OUT)/include/bits; \
	 rm -f $(OUT)/include/alltypes.h.in; \
	 sed -i '/FTW_[A-Z]* *[1-7]$$/{/PHYS\|MOUNT\|CHDIR/!y/1234567/0123456/}' \
	   $(OUT)/include/ftw.h; \
	 sed -f $(M)/tools/mkalltypes.sed $(M)/arch/$(ARCH)/bits/alltypes.h.in \
	   $(M)/include/alltypes.h.in | sed 's/ _Addr regoff_t;/ int regoff_t;/' \
	   >$(OUT)/include/bits/alltypes.h; \
	 sed -e p -e 's/__NR_/SYS_/' $(M)/arch/$(ARCH)/bits/syscall.h.in \
	   >$(OUT)/include/bits/syscall.h; \
	 printf '#define VERSION "%s"\n' "$$(cat $(M)/VERSION)" \
	   >$(OUT)/internal/version.h; \
	 touch $@

$(OUT)/flags: FORCE
	@mkdir -p $(@D); echo '$(CLANG) $(FLAGS) $(renamed)' >$@.new; \
	 cmp -s $@.new $@ && rm $@.new || mv $@.new $@

# Ours come first: they win over files of the same names in musl.
$(OUT)/archive: $(members) tools/pack-bitcode runtime/left_out.txt
	$(call run,PACK) printf '%s\n' $(sort $(filter $(OUT)/obj/runtime/%,$(members))) \
	  $(filter-out $(OUT)/obj/runtime/%,$(members)) | tools/pack-bitcode $@
