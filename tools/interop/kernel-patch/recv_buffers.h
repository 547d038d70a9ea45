/* SPDX-License-Identifier: GPL-2.0-only */
/* Copyright (c) 2026 the rpcrdma authors */
/*
 * Where svcrdma's Receive buffers come from, in the form that the module's parameter form names when a connection is accepted:
 *
 *   stock    a mapping for each buffer: the kernel's own code
 *   posted   shards of 64 KB; a buffer is searched for from the first shard's first bit
 *   cursor   shards of 64 KB; a buffer is taken from the last one
 *   order3   as cursor, shards of 32 KB
 *
 * Everything else of the module is the kernel's own.
 *
 * soft-RoCE needs no DMA mappings. So that an IOMMU's cost is there, each buffer (or shard) can be mapped for another
 * device of the machine, too, by the same calls: its PCI address is written to the module's parameter map_beside.
 */
#ifndef RECV_BUFFERS_H
#define RECV_BUFFERS_H

#include <linux/dma-mapping.h>
#include <linux/slab.h>
#include <linux/sunrpc/svc_rdma.h>
#include <linux/version.h>

extern struct device *recv_beside;

static inline bool recv_map_beside(void *memory, size_t size, dma_addr_t *mapped)
{
	struct device *device = READ_ONCE(recv_beside);

	if (!device)
		return true;
	*mapped = dma_map_single(device, memory, size, DMA_FROM_DEVICE);
	return !dma_mapping_error(device, *mapped);
}

static inline void recv_unmap_beside(size_t size, dma_addr_t mapped)
{
	struct device *device = READ_ONCE(recv_beside);

	if (device)
		dma_unmap_single(device, mapped, size, DMA_FROM_DEVICE);
}

/* The patch that mends it has buffers of its own. */
#ifndef RECV_MENDED

/* Sets the pool of a connection's buffers, or none. */
bool recv_pool_create(struct svcxprt_rdma *rdma);
void recv_pool_destroy(struct recv_pool *pool);
bool recv_pool_take(struct recv_pool *pool, void **buffer, u64 *address);

static inline void *recv_memory(struct svcxprt_rdma *rdma)
{
#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 5, 0)
	return kmalloc(rdma->sc_max_req_size, GFP_KERNEL);
#else
	return kmalloc_node(rdma->sc_max_req_size, GFP_KERNEL,
			    ibdev_to_node(rdma->sc_cm_id->device));
#endif
}

/* Sets the context's buffer and its address for the device. */
static inline bool recv_buffer_get(struct svcxprt_rdma *rdma, struct svc_rdma_recv_ctxt *ctxt)
{
	struct ib_device *device = rdma->sc_pd->device;
	void *buffer;
	u64 address;

	if (rdma->sc_recv_pool)
		return recv_pool_take(rdma->sc_recv_pool, &ctxt->rc_recv_buf, &ctxt->rc_recv_sge.addr);
	buffer = recv_memory(rdma);
	if (!buffer)
		return false;
	address = ib_dma_map_single(device, buffer, rdma->sc_max_req_size, DMA_FROM_DEVICE);
	if (ib_dma_mapping_error(device, address))
		goto free;
	if (!recv_map_beside(buffer, rdma->sc_max_req_size, &ctxt->rc_beside))
		goto unmap;
	ctxt->rc_recv_buf = buffer;
	ctxt->rc_recv_sge.addr = address;
	return true;

unmap:
	ib_dma_unmap_single(device, address, rdma->sc_max_req_size, DMA_FROM_DEVICE);
free:
	kfree(buffer);
	return false;
}

/* As posted, a shard's buffer is not given back: its shard goes when the connection does. */
static inline void recv_buffer_put(struct svcxprt_rdma *rdma, struct svc_rdma_recv_ctxt *ctxt)
{
	if (rdma->sc_recv_pool)
		return;
	recv_unmap_beside(rdma->sc_max_req_size, ctxt->rc_beside);
	ib_dma_unmap_single(rdma->sc_pd->device, ctxt->rc_recv_sge.addr,
			    ctxt->rc_recv_sge.length, DMA_FROM_DEVICE);
	kfree(ctxt->rc_recv_buf);
}

/* A listener has no pool. */
static inline void recv_end(struct svcxprt_rdma *rdma)
{
	if (rdma->sc_recv_pool)
		recv_pool_destroy(rdma->sc_recv_pool);
}

#endif
#endif
