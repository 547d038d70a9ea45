// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.sim.cost;

/**
 * The cost model's parameters. Their units, limits and values, with range, certainty and source, are in the resource
 * {@code costs.txt} of this package; {@link CostModel} returns a machine's values.
 */
public enum CostParameter {
    /** CPU time of a DMA mapping of one page as a whole: its I/O virtual address and the page table. */
    DMA_MAP("cpu.dma_map"),
    /** CPU time of each further leaf of a DMA mapping whose memory is contiguous. */
    DMA_MAP_PAGE("cpu.dma_map_page"),
    /** CPU time of linking each further contiguous piece of memory to a DMA mapping's iova range. */
    DMA_LINK("cpu.dma_link"),
    /** CPU time of reserving a range of iovas to link memory to, without the search of the tree of iovas. */
    DMA_RESERVE("cpu.dma_reserve"),
    /** CPU time of synchronizing a range once all of its memory is linked. */
    DMA_SYNC("cpu.dma_sync"),
    /** CPU time of destroying a range, without its leaves and its invalidation, which is immediate. */
    DMA_DESTROY("cpu.dma_destroy"),
    /** CPU time of each further page-table entry of a leaf; AMD's larger leaves have several. */
    DMA_MAP_ENTRY("cpu.dma_map_entry"),
    /** CPU time of removing a DMA mapping of one page, without waiting for an invalidation. */
    DMA_UNMAP("cpu.dma_unmap"),
    /** CPU time of each further leaf of a mapping that is removed. */
    DMA_UNMAP_PAGE("cpu.dma_unmap_page"),
    /** CPU time of queueing an invalidation, without the wait for it. */
    INVALIDATE("cpu.invalidation"),
    /** Time from the end of an invalidation in the queue until the waiting processor continues (strict). */
    INVALIDATION_WAIT("wait.invalidation"),
    /** Time that each further entry adds to the wait for an invalidation. */
    INVALIDATION_WAIT_PAGE("wait.invalidation_page"),
    /** Time that the invalidation queue is occupied by invalidating the whole IOTLB. */
    IOTLB_FLUSH("wait.iotlb_flush"),
    /** Time that the invalidation queue is occupied by an invalidation on which a processor waits (strict). */
    INVALIDATION("wait.invalidation_queue"),
    /**
     * Time that the invalidation queue is occupied by each further leaf of an invalidation; 0 if one entry covers any
     * length.
     */
    INVALIDATION_PAGE("wait.invalidation_queue_page"),
    /** CPU time of allocating a buffer of up to 8 KB from a slab and freeing it, without the slab's pages. */
    KMALLOC("cpu.kmalloc"),
    /**
     * CPU time of Linux's bookkeeping for a shard, creation and removal: its structure, its bitmap, its entry in an
     * xarray.
     */
    SHARD("cpu.shard"),
    /**
     * CPU time of Linux's bookkeeping for a Receive buffer, creation and removal, and of adding it to a chain of posts.
     */
    RECEIVE_CONTEXT("cpu.receive_context"),
    /** CPU time of allocating and freeing a page. */
    PAGE_ALLOC("cpu.page_alloc"),
    /** CPU time of freeing a page; 0 if {@link #PAGE_ALLOC} includes it. */
    PAGE_FREE("cpu.page_free"),
    /** CPU time of each further page that is freed; 0 if {@link #PAGE_ALLOC_PAGE} includes it. */
    PAGE_FREE_PAGE("cpu.page_free_page"),
    /** CPU time of testing and setting a bit of a shard's bitmap, a locked operation, in a search for a free buffer. */
    BIT_TEST("cpu.bit_test"),
    /** CPU time of each further page of a contiguous run, for allocating and freeing it. */
    PAGE_ALLOC_PAGE("cpu.page_alloc_page"),
    /** Time that the zone lock is held to allocate and free a run, without the time per page. */
    ZONE_LOCK("cpu.zone_lock"),
    /** Time added to the hold of the zone lock when the lock comes from another processor. */
    ZONE_LOCK_TRANSFER("cpu.zone_lock_transfer"),
    /** Time added to the hold of the zone lock for each further processor that waits for it. */
    ZONE_LOCK_WAITER("cpu.zone_lock_waiter"),
    /** CPU time of compacting memory for one allocation above order 0. */
    COMPACTION("cpu.compaction"),
    /** CPU time of waking a thread that serves a call. */
    WAKEUP("cpu.wakeup"),
    /** Time that the depot of full magazines is held to exchange one. */
    IOVA_DEPOT("cpu.iova_depot"),
    /** Time that the iova tree is held for an iova that no magazine has, or for one longer than 128 KB. */
    IOVA_TREE("cpu.iova_tree"),
    /** CPU time of each page that advice makes present. */
    PREFETCH_PAGE("cpu.prefetch_page"),
    /** CPU time of registering one page of memory with an existing mkey. */
    REG_USER_MR("cpu.reg_user_mr"),
    /** CPU time of each further page of a registration. */
    REG_USER_MR_PAGE("cpu.reg_user_mr_page"),
    /** CPU time of deregistering one page of memory, whose mkey is kept. */
    DEREG_USER_MR("cpu.dereg_user_mr"),
    /** CPU time of each further page of a deregistration. */
    DEREG_USER_MR_PAGE("cpu.dereg_user_mr_page"),
    /** Time that the firmware takes to create an mkey. */
    CREATE_MKEY("firmware.create_mkey"),
    /** Time that the firmware takes to destroy an mkey. */
    DESTROY_MKEY("firmware.destroy_mkey"),
    /** CPU time of changing an mkey by a work request and waiting for it. */
    UMR("cpu.umr"),
    /** Time that the firmware takes to create a fast-register region. */
    ALLOC_MR("firmware.alloc_mr"),
    /** Time that the firmware takes to destroy a fast-register region. */
    DEREG_MR("firmware.dereg_mr"),
    /** CPU time of setting a page list. */
    MAP_MR_SG("cpu.map_mr_sg"),
    /** CPU time of each further page of a page list. */
    MAP_MR_SG_PAGE("cpu.map_mr_sg_page"),
    /** CPU time of posting a chain of work requests. */
    DOORBELL("cpu.doorbell"),
    /** CPU time per send request without the doorbell, for a driver that implements the NIC in software (soft-RoCE). */
    POST_SEND("cpu.post_send"),
    /**
     * CPU time of copying and checksumming a byte of a send request, for a driver that implements the NIC in software.
     */
    POST_BYTE("cpu.post_byte"),
    /** Time from a completion to its event at an idle processor. */
    EVENT_LATENCY("cpu.event_latency"),
    /** CPU time of a completion queue's event: waking up, handling and acknowledging it, rearming the queue. */
    EVENT("cpu.event"),
    /** CPU time of polling a completion. */
    COMPLETION("cpu.completion"),
    /** CPU time that a server thread spends on a call, without the transport's work. */
    PROGRAM("cpu.program"),
    /** CPU time of creating a completion queue. */
    CREATE_CQ("cpu.create_cq"),
    /** CPU time of creating a queue pair. */
    CREATE_QP("cpu.create_qp"),
    /** CPU time of requesting or accepting a connection, and of ending it. */
    CONNECT("cpu.connect"),
    /** Time that the firmware takes to create a completion queue. */
    FIRMWARE_CREATE_CQ("firmware.create_cq"),
    /** Time that the firmware takes to create a queue pair. */
    FIRMWARE_CREATE_QP("firmware.create_qp"),
    /** Time that requesting or accepting a connection waits: for addresses, routes, and states of the queue pair. */
    CONNECT_WAIT("cm.connect"),
    /** Commands that the NIC's firmware executes concurrently. */
    FIRMWARE_COMMANDS("firmware.commands"),
    /** Round trip of a DMA read without translation. */
    DMA_READ("nic.dma_read"),
    /** Time from a packet's arrival to its payload in memory, without translation. */
    DMA_WRITE("nic.dma_write"),
    /** Minimum occupancy of the DMA engine by a write. */
    DMA_WRITE_INTERVAL("nic.dma_write_interval"),
    /** Occupancy of the DMA engine for 4 KB. */
    DMA_OCCUPANCY("nic.dma_occupancy"),
    /** Occupancy of the DMA engine for each read of a page walk for 4 KB; proportionally less for fewer bytes. */
    WALK_OCCUPANCY("nic.walk_occupancy"),
    /** Occupancy of the send queue by a fast registration. */
    REG_MR("nic.reg_mr"),
    /** Occupancy of the send queue by the binding of a memory window. */
    BIND_MW("nic.bind_mw"),
    /** Occupancy of the send queue by a local invalidation. */
    LOCAL_INV("nic.local_inv"),
    /** Number of queue pair contexts that the NIC caches; 0 means all. */
    QPC_ENTRIES("nic.qpc_entries"),
    /** Latency of reading a queue pair's context. */
    QPC_MISS("nic.qpc_miss"),
    /** Number of work requests that the NIC caches, in lines of 4; 0 means all. */
    WQE_ENTRIES("nic.wqe_entries"),
    /** Latency of rereading a work request. */
    WQE_MISS("nic.wqe_miss"),
    /** Number of memory keys in the first level of the NIC's cache; 0 means all. */
    MPT_L1_ENTRIES("nic.mpt_l1_entries"),
    /** Latency of a memory key's miss in the first level. */
    MPT_L1_MISS("nic.mpt_l1_miss"),
    /** Number of memory keys in the second level; 0 means all. */
    MPT_L2_ENTRIES("nic.mpt_l2_entries"),
    /** Latency added by a memory key's miss in the second level. */
    MPT_L2_MISS("nic.mpt_l2_miss"),
    /** Number of translations in the first level of the NIC's cache, in lines of 8; 0 means all. */
    MTT_L1_ENTRIES("nic.mtt_l1_entries"),
    /** Latency of a translation's miss in the first level. */
    MTT_L1_MISS("nic.mtt_l1_miss"),
    /** Number of translations in the second level, in lines of 8; 0 means all. */
    MTT_L2_ENTRIES("nic.mtt_l2_entries"),
    /** Latency added by a translation's miss in the second level. */
    MTT_L2_MISS("nic.mtt_l2_miss"),
    /** Occupancy of the DMA engine for each read of a context. */
    CONTEXT_OCCUPANCY("nic.context_occupancy"),
    /** The largest page of a registered region's translations; a power of two. */
    LARGEST_PAGE("nic.largest_page"),
    /** Memory of an mkey's context. */
    MKEY_BYTES("nic.mkey_bytes"),
    /** Memory of an mkey per translatable page. */
    MKEY_BLOCK_BYTES("nic.mkey_block_bytes"),
    /** Entries of the IOTLB. */
    IOTLB_ENTRIES("iommu.iotlb_entries"),
    /** Latency of an IOTLB miss with the upper levels cached. */
    IOTLB_MISS("iommu.iotlb_miss"),
    /** Latency added for each upper level that also misses. */
    WALK_MISS("iommu.walk_miss"),
    /** Entries of the page-walk cache whose entries cover 512 GB. */
    WALK_CACHE_L1_ENTRIES("iommu.walk_cache_l1_entries"),
    /** Entries of the page-walk cache whose entries cover 1 GB. */
    WALK_CACHE_L2_ENTRIES("iommu.walk_cache_l2_entries"),
    /** Entries of the page-walk cache whose entries cover 2 MB. */
    WALK_CACHE_L3_ENTRIES("iommu.walk_cache_l3_entries"),
    /**
     * The sizes of the page table's leaves, added up: powers of two, the smallest of which is an iova's minimum size.
     */
    LEAVES("iommu.leaves"),
    /** Mappings per processor that a lazy IOMMU invalidates together. */
    FLUSH_QUEUE_ENTRIES("iommu.flush_queue_entries"),
    /** Maximum time by which a lazy IOMMU delays invalidation. */
    FLUSH_QUEUE_TIMEOUT("iommu.flush_queue_timeout"),
    /** Rate of a link, in each direction. */
    LINK_RATE("link.rate"),
    /** Delay of a link from host to host. */
    LINK_DELAY("link.delay"),
    /** Maximum payload of a packet. */
    MTU("link.mtu"),
    /** Bytes around a packet's payload: preamble, Ethernet, IPv4, UDP, BTH, ICRC, FCS, gap. */
    HEADER("link.header"),
    /** Time that a requester waits for an ACK. */
    ACK_TIMEOUT("rc.ack_timeout"),
    /** Time that a requester waits after an RNR NAK, because the peer had no Receive posted. */
    RNR_TIMER("rc.rnr_timer"),
    /** Time from a device's page fault until the page is in its translations. */
    PAGE_FAULT("nic.page_fault"),
    /** Occupancy of the send queue by a change of an indirect key. */
    CONFIGURE_KEY("nic.configure_key"),
    /** Handling time of a connection manager's message, without the link's delay. */
    CM_LATENCY("cm.latency"),
    /** Time after which the connection manager retransmits a lost message. */
    CM_TIMEOUT("cm.timeout"),
    /** Maximum number of its retransmissions. */
    CM_RETRIES("cm.retries"),
    /** The largest order of runs on a processor's own free lists; longer runs require the zone lock. */
    PROCESSOR_LIST_ORDER("memory.processor_list_order"),
    /** Share of the allocations above order 0 with direct reclaim for which memory is compacted first. */
    COMPACTED_SHARE("memory.compacted"),
    /** Share of the allocations above order 3 that fail. */
    FAILED_SHARE("memory.failed"),
    /**
     * Number of iovas of each size over which a host's uptime has scattered consecutive allocations. The host has had
     * enough iovas in use before that all come from magazines and their depot. 0 means that the host has just booted,
     * and iovas come from the tree, in order.
     */
    IOVA_AGE("iommu.iova_age"),
    /** Lines of eight page-table entries in the last-level cache, where the IOMMU finds them; 0 means all. */
    LEAF_LINES("iommu.leaf_lines"),
    /**
     * Latency added to a walk whose line of page-table entries is only in memory; it also occupies the DMA engine, like
     * a walk.
     */
    LEAF_LINE_MISS("iommu.leaf_line_miss"),
    /** Time from the start of a page walk to the start of the next; 0 means unlimited concurrent walks. */
    WALK_INTERVAL("iommu.walk_interval"),
    /** Minimum time between two packets with messages, in each direction, for all queue pairs together. */
    MESSAGE_INTERVAL("nic.message_interval"),
    /** Minimum time between two messages of the same queue pair at the receiver. */
    QUEUE_INTERVAL("nic.queue_interval"),
    /** Contexts, keys and translations that a queue pair's responder fetches concurrently; 0 means unlimited. */
    CONTEXT_FETCHES("nic.context_fetches");

    /** The parameters from the first to this one can be charged to a processor. */
    private static final CostParameter LAST_CHARGED = CONNECT_WAIT;

    private final String parameterName;
    private final boolean isProcessorTime;
    private final boolean isSleep;

    CostParameter(final String parameterName) {
        this.parameterName = parameterName;
        isProcessorTime = parameterName.startsWith("cpu.");
        isSleep = parameterName.startsWith("firmware.") || parameterName.startsWith("cm.");
    }

    /**
     * Returns the number of parameters that can be charged to a processor. Their ordinals are below it.
     *
     * @return the number, greater than 0.
     */
    public static int charged() {
        return LAST_CHARGED.ordinal() + 1;
    }

    /**
     * Returns true for CPU time: instructions that a processor executes.
     *
     * @return false for waits, and for values that are not times.
     */
    public boolean isProcessorTime() {
        return isProcessorTime;
    }

    /**
     * Returns true for waits that release the processor: for the firmware, or for a connection's peer.
     *
     * @return false for CPU time, and for waits in which the processor spins.
     */
    public boolean isSleep() {
        return isSleep;
    }

    /**
     * Returns the parameter's name in options and reports.
     *
     * @return for example {@code cpu.dma_map}.
     */
    public String parameterName() {
        return parameterName;
    }

    /**
     * Returns the unit of the parameter's values.
     *
     * @return for example {@code ns}.
     */
    public String unit() {
        return CostTable.shared().limits(this).unit();
    }

    /**
     * Returns the minimum of the parameter's values.
     *
     * @return the limit, in {@link #unit()}.
     */
    public double minimum() {
        return CostTable.shared().limits(this).minimum();
    }
}
