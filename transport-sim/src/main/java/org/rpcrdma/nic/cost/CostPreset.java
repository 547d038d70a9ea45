// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Machines: the parameters in which each differs from the default machine, what is known of them, and the hardware that
 * it is made of.
 */
enum CostPreset {
    /** A server of Intel's with VT-d and a ConnectX-6 at 100 Gb/s: the defaults. */
    INTEL(IommuMode.LAZY, Origin.CONNECTX6) {
        @Override
        CostModel apply(final CostModel costs) {
            return costs;
        }
    },

    /** An EPYC server, whose page table (AMD v1) has leaves of 64 KB, with a ConnectX-6 at 100 Gb/s. */
    AMD(IommuMode.LAZY, Origin.CONNECTX6) {
        @Override
        CostModel apply(final CostModel costs) {
            final String unpublished = "assumption: between 128, Ivy Bridge, and 4,096; no published number";
            return largeLeaves(costs, "AMD v1 table: leaves of 64 KB, as Linux writes them (iommupt)")
                    .with(
                            CostParameter.IOTLB_ENTRIES,
                            1024,
                            new Figure(128, 4096, Certainty.ASSUMED, Origin.ANY, unpublished))
                    .with(
                            CostParameter.DMA_MAP,
                            65,
                            new Figure(
                                    53,
                                    100,
                                    Certainty.MEASURED,
                                    Origin.IOMMUPT,
                                    "iommupt, AMD v1 table: iommu_map of 4 KB 65 ns"))
                    .with(
                            CostParameter.INVALIDATION_PAGE,
                            0,
                            Figure.standard(
                                    0, Origin.ANY, "AMD IOMMU: one command invalidates a power of two of pages"))
                    .with(
                            CostParameter.INVALIDATION_WAIT_PAGE,
                            0,
                            Figure.standard(
                                    0, Origin.ANY, "AMD IOMMU: one command invalidates a power of two of pages"));
        }
    },

    /**
     * An Arm server with an SMMUv3, whose costs are Morello's, and a ConnectX-6 at 100 Gb/s. Sixteen entries with the
     * contiguous bit are a leaf of 64 KB.
     */
    ARM(IommuMode.STRICT, Origin.MORELLO, Origin.CONNECTX6) {
        @Override
        CostModel apply(final CostModel costs) {
            final String unpublished = "assumption: a choice of the maker, between 128 and 4,096; no published number";
            return bareSmmu(largeLeaves(costs, "SMMUv3: the contiguous bit makes leaves of 64 KB"))
                    .with(
                            CostParameter.IOTLB_ENTRIES,
                            512,
                            new Figure(128, 4096, Certainty.ASSUMED, Origin.ANY, unpublished));
        }
    },

    /**
     * ConnectX-3 at 40 Gb/s, as LITE (SOSP 2017) measured it: the caches and the link by a fit to Fig. 4 (a write of 64
     * bytes takes 1.85 us, and 2.47, 2.85 and 3.52 us with 1K, 10K and 100K regions), registrations by Fig. 8.
     */
    CONNECTX3(IommuMode.LAZY, Origin.CONNECTX3) {
        @Override
        CostModel apply(final CostModel costs) {
            final String figure4 = "fit to LITE, SOSP 2017, Fig. 4: ";
            final String figure5 = "fit to LITE, SOSP 2017, Fig. 5: ";
            final String figure8 = "LITE, SOSP 2017, Fig. 8: ";
            return costs.with(
                            CostParameter.LINK_RATE,
                            40,
                            Figure.standard(40, Origin.CONNECTX3, "LITE, SOSP 2017: 40 Gb/s"))
                    .with(CostParameter.LINK_DELAY, 465, fitted(300, 700, figure4 + "1.85 us with up to 100 regions"))
                    .with(CostParameter.QUEUE_INTERVAL, 172, fitted(150, 200, figure5 + "5.82 M/s up to 4 MB"))
                    .with(
                            CostParameter.MPT_L1_ENTRIES,
                            100,
                            measured(100, 1000, "LITE, SOSP 2017, Fig. 4: slower above 100 regions"))
                    .with(CostParameter.MPT_L2_ENTRIES, 7_000, fitted(3_500, 14_000, figure4 + "10K and 100K regions"))
                    .with(
                            CostParameter.MTT_L1_ENTRIES,
                            1_024,
                            measured(1_024, 2_048, "LITE, SOSP 2017, Fig. 5: slower above 4 MB"))
                    .with(CostParameter.MTT_L2_ENTRIES, 4_096, fitted(2_048, 8_192, figure5 + "64 MB"))
                    .with(
                            CostParameter.LARGEST_PAGE,
                            4_096,
                            measured(4_096, 4_096, "LITE, SOSP 2017, Fig. 5: slower above 4 MB"))
                    .with(
                            CostParameter.QPC_ENTRIES,
                            400,
                            new Figure(
                                    200,
                                    800,
                                    Certainty.MEASURED,
                                    Origin.CONNECT_IB,
                                    "FaSST, OSDI 2016: about 400 on a Connect-IB, the nearest figure"))
                    .with(
                            CostParameter.REG_USER_MR,
                            30_000,
                            measured(25_000, 36_000, figure8 + "ibv_reg_mr, 30 us up to 4 KB"))
                    .with(CostParameter.CREATE_MKEY, 0, measured(0, 0, figure8 + "within ibv_reg_mr"))
                    .with(
                            CostParameter.DEREG_USER_MR,
                            39_000,
                            measured(33_000, 45_000, figure8 + "ibv_dereg_mr, 39 us up to 16 KB"))
                    .with(CostParameter.DESTROY_MKEY, 0, measured(0, 0, figure8 + "within ibv_dereg_mr"));
        }

        private Figure fitted(final double low, final double high, final String source) {
            return new Figure(low, high, Certainty.FITTED, Origin.CONNECTX3, source);
        }

        private Figure measured(final double low, final double high, final String source) {
            return new Figure(low, high, Certainty.MEASURED, Origin.CONNECTX3, source);
        }
    },

    /** pcie-bench's NFP-6000 in its Ivy Bridge host: the IOMMU's defaults were fitted there. */
    NFP6000(IommuMode.LAZY, Origin.IVY_BRIDGE) {
        @Override
        CostModel apply(final CostModel costs) {
            return costs.with(
                            CostParameter.DMA_WRITE_INTERVAL,
                            21.1,
                            new Figure(
                                    20,
                                    22,
                                    Certainty.MEASURED,
                                    Origin.IVY_BRIDGE,
                                    "pcie-bench raw data: writes of 64 B at 24.27 Gb/s without IOTLB misses"))
                    .with(
                            CostParameter.WALK_CACHE_L3_ENTRIES,
                            1,
                            new Figure(
                                    1,
                                    2,
                                    Certainty.FITTED,
                                    Origin.IVY_BRIDGE,
                                    "fit to pcie-bench raw data, Ivy Bridge: windows of 4 and 8 MB"));
        }
    },

    /** A virtual machine on Tegra241 whose SMMUv3's command queue is its own (VCMDQ). */
    SMMUV3_VCMDQ(IommuMode.STRICT, Origin.TEGRA241) {
        @Override
        CostModel apply(final CostModel costs) {
            final String source =
                    "fit to dma_map_benchmark, SMMUv3 guest, Tegra241 VCMDQ: 5.3 us for 4 KB to 18.0 us for"
                            + " 256 KB, within 9 %";
            final String two = "fit to the same on two processors: 6.8 us for 4 KB";
            return bareSmmu(costs)
                    .with(CostParameter.INVALIDATION, 3_400, tegra(1_700, 5_500, two))
                    .with(CostParameter.INVALIDATION_PAGE, 80, tegra(40, 160, two))
                    .with(CostParameter.INVALIDATION_WAIT, 2_270, tegra(1_500, 3_400, source))
                    .with(CostParameter.INVALIDATION_WAIT_PAGE, 134, tegra(90, 200, source));
        }
    },

    /** The same machine, with an SMMUv3 command queue that traps. */
    SMMUV3_TRAPPED(IommuMode.STRICT, Origin.TEGRA241) {
        @Override
        CostModel apply(final CostModel costs) {
            final String source = "fit to dma_map_benchmark, SMMUv3 guest, trapped command queue: 35.7 us for 4 KB to"
                    + " 187 us for 256 KB, within 3 %";
            return bareSmmu(costs)
                    .with(CostParameter.INVALIDATION, 34_960, tegra(25_000, 50_000, source))
                    .with(CostParameter.INVALIDATION_PAGE, 2_349, tegra(1_600, 3_500, source))
                    .with(CostParameter.INVALIDATION_WAIT, 0, tegra(0, 0, source))
                    .with(CostParameter.INVALIDATION_WAIT_PAGE, 0, tegra(0, 0, source));
        }
    },

    /** The default machine with a NIC that misses nothing and an IOMMU whose translations cost the device nothing. */
    IDEAL(IommuMode.LAZY, Origin.CONNECTX6) {
        @Override
        CostModel apply(final CostModel costs) {
            final Figure ideal = Figure.standard(0, Origin.ANY, "ideal: nothing misses");
            return costs.with(CostParameter.QPC_ENTRIES, 0, ideal)
                    .with(CostParameter.WQE_ENTRIES, 0, ideal)
                    .with(CostParameter.MPT_L1_ENTRIES, 0, ideal)
                    .with(CostParameter.MTT_L1_ENTRIES, 0, ideal)
                    .with(CostParameter.IOTLB_MISS, 0, ideal)
                    .with(CostParameter.WALK_MISS, 0, ideal)
                    .with(CostParameter.WALK_INTERVAL, 0, ideal)
                    .with(CostParameter.WALK_OCCUPANCY, 0, ideal)
                    .with(CostParameter.LEAF_LINE_MISS, 0, ideal);
        }
    };

    private final IommuMode iommuMode;
    private final Set<Origin> hardware;

    CostPreset(final IommuMode iommuMode, final Origin... hardware) {
        this.iommuMode = iommuMode;
        this.hardware = Set.of(hardware);
    }

    /** Returns the default machine's costs with what this machine differs in. */
    abstract CostModel apply(CostModel costs);

    /** Returns the mode in which Linux runs the machine's IOMMU by default. */
    IommuMode iommuMode() {
        return iommuMode;
    }

    /** Returns the hardware whose figures are the machine's own. */
    Set<Origin> hardware() {
        return hardware;
    }

    /** Returns the name on the command line. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static CostPreset of(final String label) {
        return Arrays.stream(values())
                .filter(preset -> preset.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such machine: name=" + label + " known="
                        + Arrays.stream(values()).map(CostPreset::label).collect(Collectors.joining(","))));
    }

    private static CostModel largeLeaves(final CostModel costs, final String source) {
        return costs.with(CostParameter.LARGEST_LEAF, 65_536, Figure.standard(65_536, Origin.ANY, source));
    }

    /** Returns costs with those of mapping and invalidating that were measured on a bare SMMUv3. */
    private static CostModel bareSmmu(final CostModel costs) {
        final String benchmark = "dma_map_benchmark, Morello SMMUv3: ";
        return costs.with(
                        CostParameter.DMA_MAP,
                        80,
                        morello(53, 120, Certainty.DERIVED, "derived: " + benchmark + "4 KB map 0.1 us less cpu.iova"))
                .with(
                        CostParameter.DMA_MAP_PAGE,
                        1.76,
                        morello(
                                1.2,
                                2.75,
                                Certainty.DERIVED,
                                "derived: " + benchmark + "1 MB map 0.8 us less cpu.iova and cpu.iova_tree"))
                .with(
                        CostParameter.INVALIDATION_PAGE,
                        45,
                        morello(
                                22,
                                90,
                                Certainty.FITTED,
                                "fit to " + benchmark + "1 MB unmap 45.9 us on each of 4 processors"))
                .with(
                        CostParameter.INVALIDATION_WAIT_PAGE,
                        33.8,
                        morello(
                                17,
                                68,
                                Certainty.FITTED,
                                "fit to " + benchmark + "1 MB unmap 21.2 us on one processor"));
    }

    private static Figure morello(final double low, final double high, final Certainty certainty, final String source) {
        return new Figure(low, high, certainty, Origin.MORELLO, source);
    }

    private static Figure tegra(final double low, final double high, final String source) {
        return new Figure(low, high, Certainty.FITTED, Origin.TEGRA241, source);
    }
}
