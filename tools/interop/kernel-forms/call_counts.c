// SPDX-License-Identifier: GPL-2.0-only
/* Copyright (c) 2026 the rpcrdma authors */
#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/version.h>

#include "call_counts.h"

/* What this kernel has no function for. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
#define UNCOUNTED 0
#else
#define UNCOUNTED BIT(TABLE_PAGES)
#endif

static atomic64_t counts[CALLED];

/* A function of the kernel, and what a call of it counts as. */
struct counted {
	struct kprobe probe;
	enum called called;
	int commands;	/* which of its arguments says how many commands it has an IOMMU carry out; 0: none */
	bool is_there;
};

#define COUNTED(function, kind, argument) { .probe = { .symbol_name = function }, .called = kind, .commands = argument }

static struct counted probes[] = {
	COUNTED("alloc_iova_fast", IOVA_RANGES, 0),
	COUNTED("alloc_iova", IOVA_SEARCHES, 0),
#if LINUX_VERSION_CODE >= KERNEL_VERSION(6, 16, 0)
	COUNTED("iommu_map_nosync", PAGE_TABLE_MAPS, 0),
	COUNTED("iommu_alloc_pages_node_sz", TABLE_PAGES, 0),
#else
	COUNTED("__iommu_map", PAGE_TABLE_MAPS, 0),	/* table pages are allocated inline */
#endif
	COUNTED("qi_submit_sync", INVALIDATIONS, 3),	/* VT-d */
	COUNTED("iommu_completion_wait", INVALIDATIONS, 0),	/* AMD-Vi, whatever the compiler called it */
	COUNTED("iommu_completion_wait.isra.0", INVALIDATIONS, 0),
	COUNTED("build_inv_iommu_pages", COMMANDS, 0),
	COUNTED("build_inv_iommu_pages.isra.0", COMMANDS, 0),
	COUNTED("arm_smmu_cmdq_issue_cmdlist", INVALIDATIONS, 4),	/* SMMUv3 */
};

static int count(struct kprobe *probe, struct pt_regs *registers)
{
	struct counted *counted = container_of(probe, struct counted, probe);

	atomic64_inc(&counts[counted->called]);
	if (counted->commands)
		atomic64_add((u32)regs_get_kernel_argument(registers, counted->commands - 1), &counts[COMMANDS]);
	return 0;
}
NOKPROBE_SYMBOL(count);

int counts_begin(void)
{
	unsigned int i;
	u32 found = 0;

	for (i = 0; i < ARRAY_SIZE(probes); i++) {
		probes[i].probe.pre_handler = count;
		probes[i].probe.flags = KPROBE_FLAG_DISABLED;
		probes[i].is_there = !register_kprobe(&probes[i].probe);
		if (probes[i].is_there)
			found |= BIT(probes[i].called) | (probes[i].commands ? BIT(COMMANDS) : 0);
	}
	if ((found | UNCOUNTED) == BIT(CALLED) - 1)
		return 0;
	counts_end();
	return -ENOENT;
}

void counts_end(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++)
		if (probes[i].is_there)
			unregister_kprobe(&probes[i].probe);
}

int counts_start(void)
{
	unsigned int i;

	for (i = 0; i < CALLED; i++)
		atomic64_set(&counts[i], 0);
	for (i = 0; i < ARRAY_SIZE(probes); i++)
		if (probes[i].is_there) {
			int failure = enable_kprobe(&probes[i].probe);

			if (failure) {
				counts_stop();
				return failure;
			}
		}
	return 0;
}

void counts_stop(void)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(probes); i++)
		if (probes[i].is_there)
			disable_kprobe(&probes[i].probe);
}

bool is_counted(enum called called)
{
	return !(UNCOUNTED & BIT(called));
}

u64 count_of(enum called called)
{
	return atomic64_read(&counts[called]);
}
