#include <stdio.h>
#include <string.h>
static int unity_failed;
#define UNITY(X) ((X) ? (void) 0 : (void) (unity_failed++, puts (#X)))
#define TEST_ASSERT_EQUAL_INT64(A, B) UNITY ((long long) (A) == (long long) (B))
#define TEST_ASSERT_TRUE(A) UNITY (A)
#define TEST_ASSERT_FALSE(A) UNITY (!(A))
#define TEST_ASSERT_NULL(A) UNITY ((A) == NULL)
#define TEST_ASSERT_NOT_NULL(A) UNITY ((A) != NULL)
#define TEST_ASSERT_EQUAL_PTR(A, B) UNITY ((const void *) (A) == (B))
#define TEST_ASSERT_EQUAL_STRING(A, B) UNITY (!strcmp (A, B))
#define TEST_ASSERT_EQUAL_MEMORY(A, B, N) UNITY (!memcmp (A, B, N))
#define UNITY_BEGIN() (setUp (), tearDown ())
#define RUN_TEST(T) T ()
#define UNITY_END() unity_failed
void setUp (void);
void tearDown (void);
