// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

/**
 * The named parameters of the cost model, each with its unit, its value on the default machine, that value's
 * uncertainty, and its source.
 */
public enum CostParameter {
    /** Processor time of writing the page table for a DMA mapping of one page. */
    DMA_MAP(
            "cpu.dma_map",
            "ns",
            55,
            0,
            45,
            100,
            Certainty.MEASURED,
            "iommupt: iommu_map of 4 KB, VT-d: 55 ns",
            Origin.IOMMUPT),
    /** Processor time of each further leaf of a DMA mapping. */
    DMA_MAP_PAGE(
            "cpu.dma_map_page",
            "ns",
            1.3,
            0,
            1.2,
            7.3,
            Certainty.DERIVED,
            "derived: iommupt: iommu_map of 256 pages 380 to 405 ns less that of one; an older table: 1,909 ns",
            Origin.IOMMUPT),
    /** Processor time of each leaf of 64 KB, beside that of a leaf: it is written 16 times. */
    DMA_MAP_64K(
            "cpu.dma_map_64k",
            "ns",
            24,
            0,
            16,
            36,
            Certainty.DERIVED,
            "derived: iommupt, AMD v1 table: iommu_map of 64 KB 89 ns less 65 ns of 4 KB",
            Origin.IOMMUPT),
    /** Processor time of flushing a new mapping from the processor's caches, if the IOMMU does not snoop them. */
    DMA_MAP_FLUSH(
            "cpu.dma_map_flush",
            "ns",
            0,
            0,
            0,
            190,
            Certainty.ASSUMED,
            "assumption: the IOMMU snoops; iommupt: 60 ns become 250 ns where entries are flushed"),
    /** Processor time of taking a DMA mapping of one page out of the page table. */
    DMA_UNMAP(
            "cpu.dma_unmap",
            "ns",
            70,
            0,
            60,
            105,
            Certainty.MEASURED,
            "iommupt: iommu_unmap of 4 KB 69 ns",
            Origin.IOMMUPT),
    /** Processor time of each further leaf of a mapping that ends. */
    DMA_UNMAP_PAGE(
            "cpu.dma_unmap_page",
            "ns",
            1,
            0,
            0.6,
            3.5,
            Certainty.DERIVED,
            "derived: iommupt: iommu_unmap of 256 pages 225 to 353 ns less that of one; an older table: 899 ns",
            Origin.IOMMUPT),
    /** Time from the end of an invalidation in the queue until the processor that waits for it goes on (strict). */
    INVALIDATION_WAIT(
            "cpu.invalidation",
            "ns",
            210,
            0,
            140,
            420,
            Certainty.FITTED,
            "fit to dma_map_benchmark, Morello SMMUv3: 4 KB unmap 0.6 us on one processor",
            Origin.MORELLO),
    /** The same, of each further entry of an invalidation. */
    INVALIDATION_WAIT_PAGE(
            "cpu.invalidation_page",
            "ns",
            0,
            0,
            0,
            0,
            Certainty.STANDARD,
            "VT-d: one descriptor invalidates an aligned power of two of pages"),
    /** Time that the invalidation queue is occupied by invalidating the whole IOTLB. */
    IOTLB_FLUSH(
            "cpu.iotlb_flush",
            "ns",
            500,
            0,
            250,
            1000,
            Certainty.DERIVED,
            "derived: iommu.invalidation and cpu.invalidation, of one page",
            Origin.MORELLO),
    /** Processor time of allocating a page and freeing it. */
    PAGE_ALLOC(
            "cpu.page_alloc",
            "ns",
            65,
            0,
            36,
            76,
            Certainty.FITTED,
            "fit to alloc_pages by order at an assumed 4 GHz, within 9 % (a1887f2d-fc3a-116e-6d52-fdc62e51b074@redhat.com); page_pool: 62.8"
                    + " to 75.8 ns; Linux 4.11: 143 cycles",
            Origin.X86),
    /** Processor time of freeing a page; 0: {@link #PAGE_ALLOC} includes it. */
    PAGE_FREE("cpu.page_free", "ns", 0, 0, 0, 0, Certainty.DERIVED, "0: cpu.page_alloc includes it", Origin.X86),
    /** Processor time of each further page that is freed; 0: {@link #PAGE_ALLOC_PAGE} includes it. */
    PAGE_FREE_PAGE(
            "cpu.page_free_page",
            "ns",
            0,
            0,
            0,
            0,
            Certainty.DERIVED,
            "0: cpu.page_alloc_page includes it",
            Origin.X86),
    /** Processor time of registering one page of memory with an mkey that is there. */
    REG_USER_MR(
            "cpu.reg_user_mr",
            "ns",
            50_000,
            0,
            14000,
            75000,
            Certainty.MEASURED,
            "mlx5, 100,000 MRs: re-reg 5 s with cached mkeys (20220908205421.210048-8-michaelgur@nvidia.com)",
            Origin.MLX5),
    /** Processor time of each further page of a registration. */
    REG_USER_MR_PAGE(
            "cpu.reg_user_mr_page",
            "ns",
            1200,
            0,
            300,
            1800,
            Certainty.MEASURED,
            "LITE, SOSP 2017, Fig. 8: ibv_reg_mr, 64 KB to 1 MB; 300 ns: libfabric issue 4738, 470 ns: FineMem",
            Origin.CONNECTX3),
    /** Processor time of deregistering one page of memory, whose mkey is kept. */
    DEREG_USER_MR(
            "cpu.dereg_user_mr",
            "ns",
            40_000,
            0,
            27000,
            60000,
            Certainty.MEASURED,
            "mlx5, 100,000 MRs: dereg 4 s with cached mkeys (20220908205421.210048-8-michaelgur@nvidia.com)",
            Origin.MLX5),
    /** Processor time of each further page of a deregistration. */
    DEREG_USER_MR_PAGE(
            "cpu.dereg_user_mr_page",
            "ns",
            80,
            0,
            50,
            120,
            Certainty.MEASURED,
            "LITE, SOSP 2017, Fig. 8: ibv_dereg_mr, 4 KB to 1 MB",
            Origin.CONNECTX3),
    /** Processor time of making an mkey, waiting for the firmware. */
    CREATE_MKEY(
            "cpu.create_mkey",
            "ns",
            230_000,
            0,
            150000,
            345000,
            Certainty.DERIVED,
            "derived: mlx5, 100,000 MRs: re-reg 28 s uncached less 5 s cached (20220908205421.210048-8-michaelgur@nvidia.com)",
            Origin.MLX5),
    /** Processor time of destroying an mkey, waiting for the firmware. */
    DESTROY_MKEY(
            "cpu.destroy_mkey",
            "ns",
            160_000,
            0,
            107000,
            240000,
            Certainty.DERIVED,
            "derived: mlx5, 100,000 MRs: dereg 20 s uncached less 4 s cached (20220908205421.210048-8-michaelgur@nvidia.com)",
            Origin.MLX5),
    /** Processor time of changing an mkey by a work request and waiting for it. */
    UMR(
            "cpu.umr",
            "ns",
            10_000,
            0,
            6700,
            15000,
            Certainty.MEASURED,
            "SMC-R: 9,957 ns for REG_MR, posted and waited for",
            Origin.CONNECTX4LX),
    /** Processor time of allocating a fast-register region. */
    ALLOC_MR(
            "cpu.alloc_mr",
            "ns",
            162_000,
            0,
            108_000,
            243_000,
            Certainty.MEASURED,
            "ib_alloc_mr, SMC-R: 162,294 ns",
            Origin.CONNECTX4LX),
    /** Processor time of deregistering a fast-register region. */
    DEREG_MR(
            "cpu.dereg_mr",
            "ns",
            204_000,
            0,
            136_000,
            306_000,
            Certainty.MEASURED,
            "ib_dereg_mr, SMC-R: 203,548 ns",
            Origin.CONNECTX4LX),
    /** Processor time of setting a page list. */
    MAP_MR_SG(
            "cpu.map_mr_sg",
            "ns",
            525,
            0,
            350,
            800,
            Certainty.MEASURED,
            "ib_map_mr_sg, SMC-R: 525 ns contiguous",
            Origin.CONNECTX4LX),
    /** Processor time of each further page of a page list. */
    MAP_MR_SG_PAGE(
            "cpu.map_mr_sg_page",
            "ns",
            6.4,
            0,
            4.3,
            9.6,
            Certainty.DERIVED,
            "derived: ib_map_mr_sg, SMC-R: 928 ns for 64 pages less 525 ns",
            Origin.CONNECTX4LX),
    /** Processor time of posting a chain of work requests. */
    DOORBELL(
            "cpu.doorbell",
            "ns",
            75,
            0,
            20,
            300,
            Certainty.ASSUMED,
            "assumption within 50 to 100 ns; no measurement found"),
    /** Processor time of each send request beside the doorbell, of a driver that is its own NIC (soft-RoCE). */
    POST_SEND("cpu.post_send", "ns", 0, 0, 0, 0, Certainty.STANDARD, "0: a NIC does the work"),
    /** Processor time of copying and summing a byte of a send request, of a driver that is its own NIC. */
    POST_BYTE("cpu.post_byte", "ns", 0, 0, 0, 0, Certainty.STANDARD, "0: a NIC does the work"),
    /** Time from a completion to its event at an idle processor. */
    EVENT_LATENCY(
            "cpu.event_latency",
            "ns",
            1000,
            0,
            500,
            4000,
            Certainty.ASSUMED,
            "assumption: one interrupt; no measurement found"),
    /** Processor time of a completion queue's event: waking up, taking and acknowledging it, arming the queue again. */
    EVENT(
            "cpu.event",
            "ns",
            1000,
            0,
            300,
            5000,
            Certainty.ASSUMED,
            "assumption: one context switch; no measurement found (a system call's on soft-RoCE, emulated: 15 us)"),
    /** Processor time of polling a completion. */
    COMPLETION(
            "cpu.completion",
            "ns",
            100,
            0,
            30,
            300,
            Certainty.ASSUMED,
            "assumption: a cache miss for the entry, and its handler; no measurement found"),
    /** Processor time that a thread of the server spends on serving a call, beside the transport's work on it. */
    PROGRAM(
            "cpu.program",
            "ns",
            10_000,
            0,
            3000,
            50_000,
            Certainty.ASSUMED,
            "assumption: an NFS operation in memory; no measurement found"),
    /** Processor time of making a completion queue. */
    CREATE_CQ(
            "cpu.create_cq",
            "ns",
            30_000,
            0,
            10_000,
            110_000,
            Certainty.ASSUMED,
            "assumption: one command of the firmware; soft-RoCE, emulated: 113 us"),
    /** Processor time of making a queue pair. */
    CREATE_QP(
            "cpu.create_qp",
            "ns",
            100_000,
            0,
            30_000,
            200_000,
            Certainty.ASSUMED,
            "assumption: commands of the firmware and memory of the queues; soft-RoCE, emulated: 181 us"),
    /** Processor time of requesting or accepting a connection: addresses and routes, states of the queue pair. */
    CONNECT(
            "cpu.connect",
            "ns",
            400_000,
            0,
            150_000,
            1_000_000,
            Certainty.DERIVED,
            "derived: rdma-core's cmtime, 889 us for a full connect of both ends (rdma-core, PR 1448), half of it",
            Origin.CMTIME),

    /** Round trip of a DMA read, with nothing to translate. */
    DMA_READ(
            "nic.dma_read",
            "ns",
            540,
            0,
            450,
            1213,
            Certainty.MEASURED,
            "pcie-bench raw data: 541 ns for 64 B, Ivy Bridge; other machines: to 1,213 ns",
            Origin.IVY_BRIDGE),
    /** Time from a packet's arrival to its payload in memory, with nothing to translate. */
    DMA_WRITE(
            "nic.dma_write",
            "ns",
            250,
            0,
            100,
            500,
            Certainty.ASSUMED,
            "assumption of a simulator: csRNA, dma_write_delay"),
    /** Least occupancy of the DMA engine by a write. */
    DMA_WRITE_INTERVAL(
            "nic.dma_write_interval",
            "ns",
            0,
            0,
            0,
            21.1,
            Certainty.ASSUMED,
            "assumption: that of its bytes; no measurement found"),
    /** Occupancy of the DMA engine for 4 KB. */
    DMA_OCCUPANCY(
            "nic.dma_occupancy",
            "ns",
            65,
            0,
            50,
            85,
            Certainty.FITTED,
            "fit of Fast & Safe, SOSP 2024: l0",
            Origin.CASCADE_LAKE),
    /** Occupancy of the DMA engine for each read of a page walk on behalf of 4 KB; less for less, in proportion. */
    WALK_OCCUPANCY(
            "nic.walk_occupancy",
            "ns",
            197,
            0,
            100,
            300,
            Certainty.FITTED,
            "fit of Fast & Safe, SOSP 2024: lm",
            Origin.CASCADE_LAKE),
    /** Occupancy of the send queue by a fast registration. */
    REG_MR(
            "nic.reg_mr",
            "ns",
            1000,
            0,
            500,
            2000,
            Certainty.DERIVED,
            "derived: as a memory window; FineMem: one a microsecond",
            Origin.FINEMEM),
    /** Occupancy of the send queue by the binding of a memory window. */
    BIND_MW(
            "nic.bind_mw",
            "ns",
            1000,
            0,
            670,
            1500,
            Certainty.MEASURED,
            "FineMem: one memory window a microsecond",
            Origin.FINEMEM),
    /** Occupancy of the send queue by a local invalidation. */
    LOCAL_INV(
            "nic.local_inv",
            "ns",
            1000,
            0,
            250,
            4000,
            Certainty.ASSUMED,
            "assumption: as a fast registration; no measurement found"),

    /** Queue pair contexts that the NIC caches; 0: all. */
    QPC_ENTRIES(
            "nic.qpc_entries",
            "entries",
            1024,
            0,
            500,
            2048,
            Certainty.DERIVED,
            "derived: the setting of a simulator, Weir ns-3, for a ConnectX-6; Collie, NSDI 2022: anomaly from 500 queue pairs",
            Origin.CONNECTX6),
    /** Latency of reading a queue pair's context. */
    QPC_MISS("nic.qpc_miss", "ns", 540, 0, 270, 1080, Certainty.ASSUMED, "assumption: a PCIe read, as nic.dma_read"),
    /** Work requests that the NIC caches, in lines of 4; 0: all. */
    WQE_ENTRIES(
            "nic.wqe_entries",
            "entries",
            4096,
            0,
            2048,
            8192,
            Certainty.DERIVED,
            "derived: the setting of a simulator, Weir ns-3, after tests of a ConnectX-6",
            Origin.CONNECTX6),
    /** Latency of reading a work request again. */
    WQE_MISS("nic.wqe_miss", "ns", 540, 0, 270, 1080, Certainty.ASSUMED, "assumption: a PCIe read, as nic.dma_read"),
    /** Memory keys in the first level of the NIC's cache; 0: all. */
    MPT_L1_ENTRIES(
            "nic.mpt_l1_entries",
            "entries",
            12_000,
            0,
            8000,
            24000,
            Certainty.MEASURED,
            "Collie, NSDI 2022: anomaly from 12K regions, ConnectX-6",
            Origin.CONNECTX6),
    /** Latency of a memory key's miss in the first level. */
    MPT_L1_MISS(
            "nic.mpt_l1_miss",
            "ns",
            343,
            0,
            170,
            690,
            Certainty.FITTED,
            "fit to LITE, SOSP 2017, Fig. 4: 1K regions, ConnectX-3",
            Origin.CONNECTX3),
    /** Memory keys in the second level; 0: all. */
    MPT_L2_ENTRIES(
            "nic.mpt_l2_entries",
            "entries",
            40_000,
            0,
            12000,
            160000,
            Certainty.ASSUMED,
            "assumption of a simulator: csRNA, mpt_cache_num"),
    /** Latency added by a memory key's miss in the second level. */
    MPT_L2_MISS(
            "nic.mpt_l2_miss",
            "ns",
            800,
            0,
            400,
            1600,
            Certainty.FITTED,
            "fit to LITE, SOSP 2017, Fig. 4: 10K and 100K regions, ConnectX-3",
            Origin.CONNECTX3),
    /** Translations in the first level of the NIC's cache, in lines of 8; 0: all. */
    MTT_L1_ENTRIES(
            "nic.mtt_l1_entries",
            "entries",
            96_000,
            0,
            48_000,
            192_000,
            Certainty.DERIVED,
            "derived: Collie, NSDI 2022: no anomaly up to 12K regions of 64 KB, which have a line each, ConnectX-6",
            Origin.CONNECTX6),
    /** Latency of a translation's miss in the first level. */
    MTT_L1_MISS(
            "nic.mtt_l1_miss",
            "ns",
            205,
            0,
            100,
            410,
            Certainty.FITTED,
            "fit to LITE, SOSP 2017, Fig. 5: a region of 16 MB, ConnectX-3",
            Origin.CONNECTX3),
    /** Translations in the second level, in lines of 8; 0: all. */
    MTT_L2_ENTRIES(
            "nic.mtt_l2_entries",
            "entries",
            320_000,
            0,
            80_000,
            1_280_000,
            Certainty.ASSUMED,
            "assumption: a line for each memory key of the second level; no measurement found"),
    /** Latency added by a translation's miss in the second level. */
    MTT_L2_MISS(
            "nic.mtt_l2_miss",
            "ns",
            270,
            0,
            135,
            540,
            Certainty.FITTED,
            "fit to LITE, SOSP 2017, Fig. 5: regions of 64 MB and more, ConnectX-3; with the first level a PCIe read",
            Origin.CONNECTX3),
    /** Occupancy of the DMA engine for each read of a context. */
    CONTEXT_OCCUPANCY(
            "nic.context_occupancy",
            "ns",
            50,
            0,
            25,
            200,
            Certainty.ASSUMED,
            "assumption: PCIe reads of 540 ns, eleven under way; pcie-bench's 64-byte writes have as many"),
    /** The largest page of a registered region's translations; a power of two. */
    LARGEST_PAGE(
            "nic.largest_page",
            "bytes",
            2 << 20,
            4096,
            2_097_152,
            2_097_152,
            Certainty.STANDARD,
            "mlx5: the best page size of a region; 2 MB, a huge page",
            Origin.CONNECTX6),

    /** Memory of an mkey's context. */
    MKEY_BYTES(
            "nic.mkey_bytes",
            "bytes",
            64,
            0,
            64,
            64,
            Certainty.STANDARD,
            "mlx5 programmer's reference: mkey context of 512 bits",
            Origin.CONNECTX6),
    /** Memory of an mkey for each page that it has room for. */
    MKEY_BLOCK_BYTES(
            "nic.mkey_block_bytes",
            "bytes",
            8,
            0,
            8,
            8,
            Certainty.STANDARD,
            "mlx5 programmer's reference: translation entry of 64 bits",
            Origin.CONNECTX6),

    /** Entries of the IOTLB. */
    IOTLB_ENTRIES(
            "iommu.iotlb_entries",
            "entries",
            128,
            1,
            64,
            4096,
            Certainty.FITTED,
            "fit to pcie-bench raw data, Ivy Bridge; 64 in the literature; nothing published of later generations",
            Origin.IVY_BRIDGE),
    /** Latency of an IOTLB miss, upper levels cached. */
    IOTLB_MISS(
            "iommu.iotlb_miss",
            "ns",
            300,
            0,
            245,
            370,
            Certainty.FITTED,
            "fit to pcie-bench raw data, Ivy Bridge",
            Origin.IVY_BRIDGE),
    /** Latency added for each upper level that misses too. */
    WALK_MISS(
            "iommu.walk_miss",
            "ns",
            70,
            0,
            50,
            100,
            Certainty.FITTED,
            "fit to pcie-bench raw data, windows of 8 MB and more",
            Origin.IVY_BRIDGE),
    /** Entries of the page-walk cache that each reach over 512 GB. */
    WALK_CACHE_L1_ENTRIES(
            "iommu.walk_cache_l1_entries",
            "entries",
            4,
            1,
            1,
            16,
            Certainty.ASSUMED,
            "assumption: small; no published number"),
    /** Entries of the page-walk cache that each reach over 1 GB. */
    WALK_CACHE_L2_ENTRIES(
            "iommu.walk_cache_l2_entries",
            "entries",
            4,
            1,
            1,
            16,
            Certainty.ASSUMED,
            "assumption: small; no published number"),
    /** Entries of the page-walk cache that each reach over 2 MB. */
    WALK_CACHE_L3_ENTRIES(
            "iommu.walk_cache_l3_entries",
            "entries",
            4,
            1,
            1,
            16,
            Certainty.ASSUMED,
            "assumption: small; machine nfp6000: 1, by a fit to one stream"),
    /** The largest leaf of the page table: 4 KB, 64 KB or 2 MB. */
    LARGEST_LEAF(
            "iommu.largest_leaf",
            "bytes",
            4096,
            4096,
            4096,
            4096,
            Certainty.STANDARD,
            "VT-d, without its leaves of 2 MB, as pcie-bench ran; 65536: AMD v1 table, Arm's contiguous bit"),

    /** Mappings of one processor that a lazy IOMMU ends together. */
    FLUSH_QUEUE_ENTRIES(
            "iommu.flush_queue_entries",
            "entries",
            256,
            1,
            256,
            256,
            Certainty.STANDARD,
            "Linux, drivers/iommu/dma-iommu.c: IOVA_DEFAULT_FQ_SIZE"),
    /** Longest time for which a lazy IOMMU puts off their end. */
    FLUSH_QUEUE_TIMEOUT(
            "iommu.flush_queue_timeout",
            "ns",
            10_000_000,
            1,
            10_000_000,
            10_000_000,
            Certainty.STANDARD,
            "Linux, VT-d commit 5e0d2a6fc094"),

    /** Rate of a link, in each direction. */
    LINK_RATE("link.rate", "Gb/s", 100, 0.001, 100, 100, Certainty.STANDARD, "100 Gb/s Ethernet", Origin.CONNECTX6),
    /** Delay of a link from host to host. */
    LINK_DELAY(
            "link.delay", "ns", 1000, 0, 300, 2000, Certainty.ASSUMED, "assumption of a simulator: csRNA, link_delay"),
    /** Longest payload of a packet. */
    MTU("link.mtu", "bytes", 4096, 256, 4096, 4096, Certainty.STANDARD, "InfiniBand: 256 to 4096"),
    /** Bytes around a packet's payload: preamble, Ethernet, IPv4, UDP, BTH, ICRC, FCS, gap. */
    HEADER("link.header", "bytes", 82, 0, 82, 82, Certainty.STANDARD, "RoCEv2: 8 + 14 + 20 + 8 + 12 + 4 + 4 + 12"),

    /** Time for which a requester waits for an ACK. */
    ACK_TIMEOUT(
            "rc.ack_timeout",
            "ns",
            67_108_864,
            1,
            67_108_864,
            67_108_864,
            Certainty.STANDARD,
            "InfiniBand: 4.096 us << 14"),
    /** Time for which a requester waits after an RNR NAK: the peer had no Receive posted. */
    RNR_TIMER("rc.rnr_timer", "ns", 640_000, 1, 640_000, 640_000, Certainty.STANDARD, "ibv_rc_pingpong: code 12"),
    /** Time from a device's page fault until the page is in its translations. */
    PAGE_FAULT(
            "nic.page_fault",
            "ns",
            220_000,
            0,
            55_000,
            880_000,
            Certainty.ASSUMED,
            "assumption of the order of Page Fault Support for Network Controllers, ASPLOS 2017; no collected figure"),
    /** Processor time of each page that advice makes present. */
    PREFETCH_PAGE(
            "cpu.prefetch_page",
            "ns",
            1200,
            0,
            300,
            4800,
            Certainty.ASSUMED,
            "assumption: as a further page of a registration"),
    /** Occupancy of the send queue by a change of an indirect key. */
    CONFIGURE_KEY(
            "nic.configure_key",
            "ns",
            1000,
            0,
            250,
            4000,
            Certainty.ASSUMED,
            "assumption: as a fast registration; no measurement found"),
    /** Handling of a connection manager's message, beside the link's delay. */
    CM_LATENCY(
            "cm.latency",
            "ns",
            10_000,
            0,
            2500,
            40_000,
            Certainty.ASSUMED,
            "assumption: software on both sides, ten link delays"),
    /** Time after which the connection manager repeats a message that was lost. */
    CM_TIMEOUT(
            "cm.timeout",
            "ns",
            4_294_967_296.0,
            1,
            4_294_967_296.0,
            4_294_967_296.0,
            Certainty.STANDARD,
            "Linux, rdma_cm: response timeout 20: 4.096 us << 20"),
    /** Number of times that it repeats a message. */
    CM_RETRIES("cm.retries", "tries", 15, 0, 15, 15, Certainty.STANDARD, "Linux, rdma_cm: 15 retries"),

    /** Processor time of each further page of a contiguous run, allocated and freed. */
    PAGE_ALLOC_PAGE(
            "cpu.page_alloc_page",
            "ns",
            3.8,
            0,
            3.2,
            4,
            Certainty.FITTED,
            "fit to alloc_pages by order, as cpu.page_alloc; order 9: 6,790 and 8,398 cycles"
                    + " (20160415144402.5fbe7a1e@redhat.com)",
            Origin.X86),

    /** The largest order of runs that processors keep on their own lists; longer ones are under the zone lock. */
    PROCESSOR_LIST_ORDER(
            "memory.processor_list_order",
            "order",
            3,
            0,
            3,
            3,
            Certainty.STANDARD,
            "Linux since 5.14: PAGE_ALLOC_COSTLY_ORDER; 0 before"),

    /** Time that the zone lock is held for allocating a run and freeing it, beside the time of its pages. */
    ZONE_LOCK(
            "cpu.zone_lock",
            "ns",
            10,
            0,
            5,
            60,
            Certainty.FITTED,
            "fit to alloc_pages by order: order 4 and 5; page_pool benchmark: lock and unlock 10.4 ns",
            Origin.X86),

    /** Time added to that when the lock comes from another processor. */
    ZONE_LOCK_TRANSFER(
            "cpu.zone_lock_transfer",
            "ns",
            272,
            0,
            136,
            1990,
            Certainty.FITTED,
            "fit to order 3 on 2 to 8 processors of 4 cores (20160415144402.5fbe7a1e@redhat.com); a server of 128:"
                    + " 2 us (20260606035722.83175-1-cel@kernel.org)",
            Origin.X86),

    /** Time added to that for each further processor that waits for the lock. */
    ZONE_LOCK_WAITER(
            "cpu.zone_lock_waiter",
            "ns",
            3,
            0,
            0,
            6,
            Certainty.FITTED,
            "fit to order 3 on 2 to 8 processors, as cpu.zone_lock_transfer",
            Origin.X86),

    /** Processor time of compacting memory for one allocation above order 3. */
    COMPACTION(
            "cpu.compaction",
            "ns",
            200_000,
            0,
            50_000,
            1_000_000,
            Certainty.ASSUMED,
            "assumption: some hundred pages are looked at and moved; a huge page takes"
                    + " milliseconds (Linux commit facdaa917c4d)"),

    /** Share of the allocations above order 3 for which memory is compacted first. */
    COMPACTED_SHARE(
            "memory.compacted", "share", 0, 0, 0, 0.1, Certainty.ASSUMED, "assumption: memory is not fragmented"),

    /** Share of the allocations above order 3 that fail. */
    FAILED_SHARE("memory.failed", "share", 0, 0, 0, 0.1, Certainty.ASSUMED, "assumption: memory is not fragmented"),

    /** Processor time of waking a thread that serves a call. */
    WAKEUP(
            "cpu.wakeup",
            "ns",
            1500,
            0,
            500,
            5000,
            Certainty.ASSUMED,
            "assumption: a context switch and an interrupt of another processor; no measurement found"),

    /** Processor time of taking an iova from the magazines of the processor, or of giving it back. */
    IOVA(
            "cpu.iova",
            "ns",
            20,
            0,
            10,
            40,
            Certainty.DERIVED,
            "derived: a lock and its release 10 ns (page_pool benchmark), and a magazine in a cache",
            Origin.X86),

    /** Time that the depot of full magazines is held for exchanging one. */
    IOVA_DEPOT(
            "cpu.iova_depot",
            "ns",
            60,
            0,
            15,
            240,
            Certainty.ASSUMED,
            "assumption: a lock whose line another processor has; no measurement found"),

    /** Time that the tree of iovas is held for an iova that no magazine has, or for one longer than 128 KB. */
    IOVA_TREE(
            "cpu.iova_tree",
            "ns",
            250,
            0,
            100,
            420,
            Certainty.DERIVED,
            "derived: 1.2 million storage requests a second, an iova taken and given back for each, bound by its lock: 417 ns, contended (1649071634-188535-1-git-send-email-john.garry@huawei.com)",
            Origin.KUNPENG),

    /**
     * Iovas of each size among which a host's uptime has scattered those that it hands out one after the other. It has
     * had as many in use before as it needs, so that they come from magazines and their depot. 0: it has just booted,
     * and they come from the tree, in order.
     */
    IOVA_AGE(
            "iommu.iova_age",
            "iovas",
            4096,
            0,
            1024,
            65_536,
            Certainty.DERIVED,
            "derived: Linux's magazines of 16 processors, two each of 127 iovas (drivers/iommu/iova.c): 4,064; up to"
                    + " the buffers of 250 connections"),

    /** Time that the invalidation queue is occupied by an invalidation that is waited for (strict). */
    INVALIDATION(
            "iommu.invalidation",
            "ns",
            300,
            0,
            200,
            1000,
            Certainty.FITTED,
            "fit to dma_map_benchmark, Morello SMMUv3: 4 KB unmap 1.1 us on each of 4 processors",
            Origin.MORELLO),

    /**
     * Time that the invalidation queue is occupied by each further page-table entry of an invalidation, of which a leaf
     * of 64 KB has 16; 0: one for any length.
     */
    INVALIDATION_PAGE(
            "iommu.invalidation_page",
            "ns",
            0,
            0,
            0,
            0,
            Certainty.STANDARD,
            "VT-d: one descriptor invalidates an aligned power of two of pages"),

    /** Lines of eight page-table entries that are in the last-level cache, where the IOMMU finds them; 0: all. */
    LEAF_LINES(
            "iommu.leaf_lines",
            "lines",
            4096,
            0,
            512,
            65536,
            Certainty.ASSUMED,
            "assumption: 256 KB of a cache that programs and other devices use, too; no measurement found"),

    /**
     * Latency added to a walk whose line of page-table entries is in memory only; it occupies the DMA engine as a walk
     * does.
     */
    LEAF_LINE_MISS(
            "iommu.leaf_line_miss",
            "ns",
            74,
            0,
            50,
            110,
            Certainty.MEASURED,
            "pcie-bench raw data, Broadwell: reads of 64 B 612 ns from memory, 538 ns from the last-level cache",
            Origin.BROADWELL),

    /** Time from the begin of a page walk to that of the next one; 0: any number at once. */
    WALK_INTERVAL(
            "iommu.walk_interval",
            "ns",
            53,
            0,
            42,
            67,
            Certainty.FITTED,
            "fit to pcie-bench raw data, Ivy Bridge: writes of 64 B, one miss every 54 ns in any window above 512 KB",
            Origin.IVY_BRIDGE),

    /** Least time from a packet with a message to the next one, in each direction, of all queue pairs together. */
    MESSAGE_INTERVAL(
            "nic.message_interval",
            "ns",
            4.65,
            0,
            4.65,
            4.65,
            Certainty.STANDARD,
            "ConnectX-6 user manual: 215 million messages a second",
            Origin.CONNECTX6),

    /** Least time from a message to the next one of the same queue pair, where they arrive. */
    QUEUE_INTERVAL(
            "nic.queue_interval",
            "ns",
            100,
            0,
            25,
            400,
            Certainty.ASSUMED,
            "assumption: between ConnectX-3's 172 ns and the interval of all queue pairs; no measurement found"),

    /** Contexts, keys and translations that a queue pair's responder fetches at the same time; 0: any number. */
    CONTEXT_FETCHES(
            "nic.context_fetches",
            "fetches",
            1,
            0,
            1,
            4,
            Certainty.FITTED,
            "fit to LITE, SOSP 2017, Fig. 5, ConnectX-3: misses do not overlap",
            Origin.CONNECTX3);

    private final String parameterName;
    private final String unit;
    private final double defaultValue;
    private final double minimum;
    private final Figure figure;

    CostParameter(
            final String parameterName,
            final String unit,
            final double defaultValue,
            final double minimum,
            final double low,
            final double high,
            final Certainty certainty,
            final String source) {
        this(parameterName, unit, defaultValue, minimum, low, high, certainty, source, Origin.ANY);
    }

    CostParameter(
            final String parameterName,
            final String unit,
            final double defaultValue,
            final double minimum,
            final double low,
            final double high,
            final Certainty certainty,
            final String source,
            final Origin origin) {
        this.parameterName = parameterName;
        this.unit = unit;
        this.defaultValue = defaultValue;
        this.minimum = minimum;
        figure = new Figure(low, high, certainty, origin, source);
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
     * Returns the unit of its value.
     *
     * @return for example {@code ns}.
     */
    public String unit() {
        return unit;
    }

    /**
     * Returns its value on the default machine.
     *
     * @return the default, in {@link #unit()}.
     */
    public double defaultValue() {
        return defaultValue;
    }

    /**
     * Returns the least value that it takes.
     *
     * @return the limit, in {@link #unit()}.
     */
    public double minimum() {
        return minimum;
    }

    /**
     * Returns the least value that it may well have on the default machine.
     *
     * @return the lower end of its uncertainty, in {@link #unit()}, at most the default.
     */
    public double low() {
        return figure.low();
    }

    /**
     * Returns the largest value that it may well have on the default machine.
     *
     * @return the upper end of its uncertainty, in {@link #unit()}, at least the default.
     */
    public double high() {
        return figure.high();
    }

    /**
     * Returns how sure the default is.
     *
     * @return where it comes from.
     */
    public Certainty certainty() {
        return figure.certainty();
    }

    /**
     * Returns the source of the default.
     *
     * @return the publication and its figure, or that it is an assumption.
     */
    public String source() {
        return figure.source();
    }

    /** Returns the origin of the default. */
    Figure figure() {
        return figure;
    }
}
