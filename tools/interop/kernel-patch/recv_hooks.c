// SPDX-License-Identifier: GPL-2.0-only
/* Copyright (c) 2026 the rpcrdma authors */
/*
 * Counts of the calls in recv_hooks.h, and which of them fail. Parameters of the module:
 *
 *   refuse    N: the N-th call from now on fails, and no later one. "large": all blocks that have a smaller one to fall
 *             back to. "ranges": all ranges of IOVAs. "blocks": all blocks. 0: none
 *   refused   how many failed since refuse was written, and the kind of the last one
 *   calls     a line for each kind: how many were made, and how many of those are gone
 */
#include <linux/module.h>

#include "recv_hooks.h"

#define REFUSE_LARGE ULONG_MAX
#define REFUSE_RANGES (ULONG_MAX - 1)
#define REFUSE_BLOCKS (ULONG_MAX - 2)

atomic_long_t recv_made[RECV_KINDS];
atomic_long_t recv_gone[RECV_KINDS];
unsigned long recv_refuse;
static atomic_long_t recv_calls_left;
static atomic_long_t recv_failed;
static enum recv_kind recv_failed_kind;

static const char *const recv_names[RECV_KINDS] = {
	"queue", "array", "block", "range", "link", "sync", "mapping", "context", "accept"
};

bool recv_refuse_call(enum recv_kind kind, bool may_wait)
{
	bool fails;

	switch (READ_ONCE(recv_refuse)) {
	case REFUSE_LARGE:
		fails = kind == RECV_BLOCK && !may_wait;
		break;
	case REFUSE_RANGES:
		fails = kind == RECV_RANGE;
		break;
	case REFUSE_BLOCKS:
		fails = kind == RECV_BLOCK;
		break;
	default:
		fails = atomic_long_dec_return(&recv_calls_left) == 0;
	}
	if (fails) {
		WRITE_ONCE(recv_failed_kind, kind);
		atomic_long_inc(&recv_failed);
	}
	return fails;
}

static int recv_set_refuse(const char *text, const struct kernel_param *param)
{
	unsigned long refuse;
	int failure = 0;

	if (sysfs_streq(text, "large"))
		refuse = REFUSE_LARGE;
	else if (sysfs_streq(text, "ranges"))
		refuse = REFUSE_RANGES;
	else if (sysfs_streq(text, "blocks"))
		refuse = REFUSE_BLOCKS;
	else
		failure = kstrtoul(text, 10, &refuse);
	if (failure)
		return failure;
	WRITE_ONCE(recv_refuse, 0);
	atomic_long_set(&recv_calls_left, refuse);
	atomic_long_set(&recv_failed, 0);
	WRITE_ONCE(recv_refuse, refuse);
	return 0;
}

static const struct kernel_param_ops recv_refuse_ops = { .set = recv_set_refuse };
module_param_cb(refuse, &recv_refuse_ops, NULL, 0200);
MODULE_PARM_DESC(refuse, "which calls of Receive buffers fail: a number, large, ranges or blocks");

static int recv_get_refused(char *text, const struct kernel_param *param)
{
	return sysfs_emit(text, "%ld %s\n", atomic_long_read(&recv_failed), recv_names[READ_ONCE(recv_failed_kind)]);
}

static const struct kernel_param_ops recv_refused_ops = { .get = recv_get_refused };
module_param_cb(refused, &recv_refused_ops, NULL, 0400);
MODULE_PARM_DESC(refused, "how many calls failed");

static int recv_get_calls(char *text, const struct kernel_param *param)
{
	int i, length = 0;

	for (i = 0; i < RECV_KINDS; i++)
		length += sysfs_emit_at(text, length, "%s %ld %ld\n", recv_names[i], atomic_long_read(&recv_made[i]),
					atomic_long_read(&recv_gone[i]));
	return length;
}

static const struct kernel_param_ops recv_calls_ops = { .get = recv_get_calls };
module_param_cb(calls, &recv_calls_ops, NULL, 0400);
MODULE_PARM_DESC(calls, "kinds of calls: how many were made, how many of those are gone");
