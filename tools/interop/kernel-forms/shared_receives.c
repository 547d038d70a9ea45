// SPDX-License-Identifier: GPL-2.0-only
/* Copyright (c) 2026 the rpcrdma authors */
#include <linux/netdevice.h>
#include <linux/slab.h>
#include <rdma/ib_verbs.h>

#include "shared_receives.h"

/* Receives of one call, as svcrdma posts them. */
#define BATCH 7

static struct ib_device *device_of(const char *name)
{
	struct net_device *net = dev_get_by_name(&init_net, name);
	struct ib_device *found;

	if (!net)
		return NULL;
	found = ib_device_get_by_netdev(net, RDMA_DRIVER_UNKNOWN);
	dev_put(net);
	return found;
}

/* Posts so many in chains of BATCH. */
static int fill(struct ib_srq *queue, struct ib_sge *buffer, unsigned int receives)
{
	struct ib_recv_wr chain[BATCH] = {};
	unsigned int i, n;
	int failure = 0;

	for (; receives && !failure; receives -= n) {
		n = min(receives, BATCH);
		for (i = 0; i < n; i++) {
			chain[i].wr_id = i;
			chain[i].sg_list = buffer;
			chain[i].num_sge = 1;
			chain[i].next = i + 1 < n ? &chain[i + 1] : NULL;
		}
		failure = ib_post_srq_recv(queue, chain, NULL);
	}
	return failure;
}

static int use_queue(struct ib_pd *domain, void *memory, unsigned int receives, struct meter *meter)
{
	struct ib_srq_init_attr attributes = { .attr = { .max_wr = receives, .max_sge = 1 }, .srq_type = IB_SRQT_BASIC };
	struct ib_srq_attr limit = { .srq_limit = receives / 2 };
	struct ib_sge buffer = { .addr = (uintptr_t)memory, .length = BUFFER_SIZE, .lkey = domain->local_dma_lkey };
	struct ib_srq *queue;
	int failure;

	meter->last = get_cycles();
	queue = ib_create_srq(domain, &attributes);
	if (IS_ERR(queue))
		return PTR_ERR(queue);
	charge(meter, CREATE);
	failure = fill(queue, &buffer, receives);
	charge(meter, FILL);
	if (!failure)
		failure = ib_modify_srq(queue, &limit, IB_SRQ_LIMIT);
	charge(meter, ARM);
	ib_destroy_srq(queue);
	charge(meter, DESTROY);
	return failure;
}

int share_receives(const char *network_device, unsigned int receives, struct meter *meter)
{
	struct ib_device *device = device_of(network_device);
	struct ib_pd *domain;
	void *memory;
	int failure = -ENOMEM;

	if (!device)
		return -ENODEV;
	memory = (void *)__get_free_page(GFP_KERNEL);
	if (!memory)
		goto put;
	domain = ib_alloc_pd(device, 0);
	failure = PTR_ERR_OR_ZERO(domain);
	if (failure)
		goto free;
	failure = use_queue(domain, memory, receives, meter);
	ib_dealloc_pd(domain);
free:
	free_page((unsigned long)memory);
put:
	ib_device_put(device);
	return failure;
}
