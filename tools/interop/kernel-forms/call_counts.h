/* SPDX-License-Identifier: GPL-2.0-only */
/* Copyright (c) 2026 the rpcrdma authors */
/* Counts what the kernel calls and what it tells an IOMMU, by kprobes that are armed only meanwhile. */
#ifndef CALL_COUNTS_H
#define CALL_COUNTS_H

#include <linux/types.h>

enum called {
	IOVA_RANGES,	/* allocated */
	IOVA_SEARCHES,	/* of them, those that the tree of IOVAs was searched for, because no magazine had one */
	PAGE_TABLE_MAPS,	/* calls that write leaves */
	TABLE_PAGES,	/* allocated for page tables */
	INVALIDATIONS,	/* waits for the IOMMU to have invalidated */
	COMMANDS,	/* that it carried out for them */
	CALLED,
};

/* Returns an errno if the kernel has none of the functions by which something is counted. */
int counts_begin(void);
void counts_end(void);

/* Zeroes and begins, or ends, counting; returns an errno if a probe is not armed. */
int counts_start(void);
void counts_stop(void);
u64 count_of(enum called called);

/* Returns false if this kernel has no function by which it is counted. */
bool is_counted(enum called called);

#endif
