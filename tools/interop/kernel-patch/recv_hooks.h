/* SPDX-License-Identifier: GPL-2.0-only */
/* Copyright (c) 2026 the rpcrdma authors */
/*
 * Calls that one-iova-7.3.patch makes in svc_rdma_recvfrom.c are replaced. The patch itself stays as it is to be posted.
 * In svc_rdma_transport.c, which defines RECV_HOOKS_OF_TRANSPORT, a call before Receive buffers are made is replaced, and
 * one after.
 *
 * Each call is counted, and can be refused: see recv_hooks.c. soft-RoCE needs no DMA mappings: while the module's
 * parameter map_beside names a device, the patch maps its blocks for that device. soft-RoCE still gets the buffers'
 * virtual addresses.
 */
#ifndef RECV_HOOKS_H
#define RECV_HOOKS_H

#include <linux/dma-mapping.h>
#include <linux/slab.h>
#include <rdma/ib_verbs.h>
#include <rdma/rdma_cm.h>

#include "recv_buffers.h"

enum recv_kind { RECV_QUEUE, RECV_ARRAY, RECV_BLOCK, RECV_RANGE, RECV_LINK, RECV_SYNC, RECV_MAPPING, RECV_CONTEXT,
		 RECV_ACCEPT, RECV_KINDS };

extern atomic_long_t recv_made[RECV_KINDS];
extern atomic_long_t recv_gone[RECV_KINDS];
extern unsigned long recv_refuse;

/* Whether this call is to fail. */
bool recv_refuse_call(enum recv_kind kind, bool may_wait);

static inline bool recv_refused(enum recv_kind kind, bool may_wait)
{
	return unlikely(READ_ONCE(recv_refuse)) && recv_refuse_call(kind, may_wait);
}

/* Counts what was made; returns it. */
static inline bool recv_count(enum recv_kind kind, bool is_made)
{
	if (is_made)
		atomic_long_inc(&recv_made[kind]);
	return is_made;
}

static inline void *recv_array(size_t size, gfp_t gfp, int node)
{
	void *array = recv_refused(RECV_ARRAY, true) ? NULL : kvzalloc_node(size, gfp, node);

	recv_count(RECV_ARRAY, array);
	return array;
}

static inline void recv_free_array(const void *array)
{
	atomic_long_inc(&recv_gone[RECV_ARRAY]);
	kvfree(array);
}

static inline void *recv_context(size_t size, gfp_t gfp, int node)
{
	void *context = recv_refused(RECV_CONTEXT, true) ? NULL : kzalloc_node(size, gfp, node);

	recv_count(RECV_CONTEXT, context);
	return context;
}

static inline void recv_free_context(const void *context)
{
	atomic_long_inc(&recv_gone[RECV_CONTEXT]);
	kfree(context);
}

static inline struct page *recv_pages(int node, gfp_t gfp, unsigned int order)
{
	struct page *page = NULL;

	if (!recv_refused(RECV_BLOCK, gfp & __GFP_DIRECT_RECLAIM))
		page = alloc_pages_node(node, gfp, order);
	recv_count(RECV_BLOCK, page);
	return page;
}

static inline void recv_free_pages(struct page *page, unsigned int order)
{
	atomic_long_inc(&recv_gone[RECV_BLOCK]);
	__free_pages(page, order);
}

static inline bool recv_uses_virt_dma(struct ib_device *device)
{
	return !READ_ONCE(recv_beside) && ib_uses_virt_dma(device);
}

static inline bool recv_range(struct dma_iova_state *state, phys_addr_t address, size_t size)
{
	return !recv_refused(RECV_RANGE, true) &&
	       recv_count(RECV_RANGE, dma_iova_try_alloc(recv_beside, state, address, size));
}

static inline int recv_link(struct dma_iova_state *state, phys_addr_t address, size_t offset, size_t size,
			    enum dma_data_direction direction, unsigned long attributes)
{
	int failure = -ENOMEM;

	if (!recv_refused(RECV_LINK, true))
		failure = dma_iova_link(recv_beside, state, address, offset, size, direction, attributes);
	recv_count(RECV_LINK, !failure);
	return failure;
}

static inline int recv_sync(struct dma_iova_state *state, size_t offset, size_t size)
{
	int failure = recv_refused(RECV_SYNC, true) ? -ENOMEM : dma_iova_sync(recv_beside, state, offset, size);

	recv_count(RECV_SYNC, !failure);
	return failure;
}

static inline void recv_free_range(struct dma_iova_state *state, size_t size, enum dma_data_direction direction,
				   unsigned long attributes)
{
	atomic_long_inc(&recv_gone[RECV_RANGE]);
	dma_iova_destroy(recv_beside, state, size, direction, attributes);
}

static inline u64 recv_map(struct ib_device *device, struct page *page, unsigned long offset, size_t size,
			   enum dma_data_direction direction)
{
	u64 address = DMA_MAPPING_ERROR;

	if (!recv_refused(RECV_MAPPING, true))
		address = recv_beside ? dma_map_page(recv_beside, page, offset, size, direction) :
					ib_dma_map_page(device, page, offset, size, direction);
	recv_count(RECV_MAPPING, address != DMA_MAPPING_ERROR);
	return address;
}

static inline void recv_unmap(struct ib_device *device, u64 address, size_t size, enum dma_data_direction direction)
{
	atomic_long_inc(&recv_gone[RECV_MAPPING]);
	if (recv_beside)
		dma_unmap_page(recv_beside, address, size, direction);
	else
		ib_dma_unmap_page(device, address, size, direction);
}

static inline int recv_mapping_error(struct ib_device *device, u64 address)
{
	return address == DMA_MAPPING_ERROR ? -ENOMEM : 0;
}

static inline int recv_create_queue(struct rdma_cm_id *id, struct ib_pd *domain, struct ib_qp_init_attr *attributes)
{
	int failure = recv_refused(RECV_QUEUE, true) ? -ENOMEM : rdma_create_qp(id, domain, attributes);

	recv_count(RECV_QUEUE, !failure);
	return failure;
}

static inline int recv_accept(struct rdma_cm_id *id, struct rdma_conn_param *parameters)
{
	int failure = recv_refused(RECV_ACCEPT, true) ? -ENOMEM : rdma_accept(id, parameters);

	recv_count(RECV_ACCEPT, !failure);
	return failure;
}

#ifdef RECV_HOOKS_OF_TRANSPORT
#define rdma_create_qp recv_create_queue
#define rdma_accept recv_accept
#else
#undef kvzalloc_node
#define kvzalloc_node recv_array
#define kvfree recv_free_array
#undef kzalloc_node
#define kzalloc_node recv_context
#define kfree recv_free_context
#undef alloc_pages_node
#define alloc_pages_node recv_pages
#define __free_pages recv_free_pages
#define ib_uses_virt_dma recv_uses_virt_dma
#define dma_iova_try_alloc(device, ...) recv_range(__VA_ARGS__)
#define dma_iova_link(device, ...) recv_link(__VA_ARGS__)
#define dma_iova_sync(device, ...) recv_sync(__VA_ARGS__)
#define dma_iova_destroy(device, ...) recv_free_range(__VA_ARGS__)
#define ib_dma_map_page recv_map
#define ib_dma_unmap_page recv_unmap
#define ib_dma_mapping_error recv_mapping_error
#endif

#endif
