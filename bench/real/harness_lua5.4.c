/* Standard input as a program for Lua, which is run with all its libraries. */
#include "lauxlib.h"
#include "lua.h"
#include "lualib.h"
#include <stdio.h>
#include <unistd.h>

int main (void) {
  char text[64];
  ssize_t n = read (0, text, sizeof text);
  lua_State *lua = luaL_newstate ();
  if (!lua)
    return 2;
  luaL_openlibs (lua);
  int status = luaL_loadbufferx (lua, text, n > 0 ? n : 0, "input", "t");
  if (!status)
    status = lua_pcall (lua, 0, 1, 0);
  const char *result = lua_tostring (lua, -1);
  printf ("%d: %s\n", status, result ? result : "no text");
  lua_close (lua);
  return status;
}
