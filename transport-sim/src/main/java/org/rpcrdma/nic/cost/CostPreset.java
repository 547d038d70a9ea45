// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.nic.cost;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** Named cost models: the parameters in which each differs from the defaults, and their sources. */
enum CostPreset {
    /** ConnectX-6 at 100 Gb/s: the defaults. */
    CONNECTX6 {
        @Override
        CostModel apply(final CostModel defaults) {
            return defaults;
        }
    },

    /**
     * ConnectX-3 at 40 Gb/s, as LITE (SOSP 2017) measured it: the caches and the link by a fit to Fig. 4 (a write of 64
     * bytes takes 1.85 us, and 2.47, 2.85 and 3.52 us with 1K, 10K and 100K regions), registrations by Fig. 8.
     */
    CONNECTX3 {
        @Override
        CostModel apply(final CostModel defaults) {
            final String figure4 = "fit to LITE, SOSP 2017, Fig. 4: ";
            final String figure5 = "fit to LITE, SOSP 2017, Fig. 5: ";
            final String figure8 = "LITE, SOSP 2017, Fig. 8: ";
            return defaults.with(CostParameter.LINK_RATE, 40, "LITE, SOSP 2017: 40 Gb/s")
                    .with(CostParameter.LINK_DELAY, 465, figure4 + "1.85 us with up to 100 regions")
                    .with(CostParameter.QUEUE_INTERVAL, 172, figure5 + "5.82 M/s up to 4 MB")
                    .with(CostParameter.MPT_L1_ENTRIES, 100, "LITE, SOSP 2017, Fig. 4: slower above 100 regions")
                    .with(CostParameter.MPT_L2_ENTRIES, 7_000, figure4 + "10K and 100K regions")
                    .with(CostParameter.MTT_L1_ENTRIES, 1_024, "LITE, SOSP 2017, Fig. 5: slower above 4 MB")
                    .with(CostParameter.MTT_L2_ENTRIES, 4_096, figure5 + "64 MB")
                    .with(CostParameter.LARGEST_PAGE, 4_096, "LITE, SOSP 2017, Fig. 5: slower above 4 MB")
                    .with(
                            CostParameter.QPC_ENTRIES,
                            400,
                            "FaSST, OSDI 2016: about 400 on a Connect-IB, the nearest figure")
                    .with(CostParameter.REG_USER_MR, 30_000, figure8 + "ibv_reg_mr, 30 us up to 4 KB")
                    .with(CostParameter.CREATE_MKEY, 0, figure8 + "within ibv_reg_mr")
                    .with(CostParameter.DEREG_USER_MR, 39_000, figure8 + "ibv_dereg_mr, 39 us up to 16 KB")
                    .with(CostParameter.DESTROY_MKEY, 0, figure8 + "within ibv_dereg_mr");
        }
    },

    /** pcie-bench's NFP-6000 in its Ivy Bridge host: the IOMMU's defaults were fitted there. */
    NFP6000 {
        @Override
        CostModel apply(final CostModel defaults) {
            return defaults.with(
                            CostParameter.DMA_WRITE_INTERVAL,
                            21.1,
                            "pcie-bench raw data: writes of 64 B at 24.27 Gb/s without IOTLB misses")
                    .with(
                            CostParameter.WALK_CACHE_L3_ENTRIES,
                            1,
                            "fit to pcie-bench raw data, Ivy Bridge: windows of 4 and 8 MB");
        }
    },

    /** The default model in a virtual machine on Tegra241 whose SMMUv3's command queue is its own (VCMDQ). */
    SMMUV3_VCMDQ {
        @Override
        CostModel apply(final CostModel defaults) {
            final String source =
                    "fit to dma_map_benchmark, SMMUv3 guest, Tegra241 VCMDQ: 5.3 us for 4 KB to 18.0 us for"
                            + " 256 KB, within 9 %";
            final String two = "fit to the same on two processors: 6.8 us for 4 KB";
            return defaults.with(CostParameter.INVALIDATION, 3_400, two)
                    .with(CostParameter.INVALIDATION_PAGE, 80, two)
                    .with(CostParameter.INVALIDATION_WAIT, 2_270, source)
                    .with(CostParameter.INVALIDATION_WAIT_PAGE, 134, source);
        }
    },

    /** The same machine, with an SMMUv3 command queue that traps. */
    SMMUV3_TRAPPED {
        @Override
        CostModel apply(final CostModel defaults) {
            final String source = "fit to dma_map_benchmark, SMMUv3 guest, trapped command queue: 35.7 us for 4 KB to"
                    + " 187 us for 256 KB, within 3 %";
            return defaults.with(CostParameter.INVALIDATION, 34_960, source)
                    .with(CostParameter.INVALIDATION_PAGE, 2_349, source)
                    .with(CostParameter.INVALIDATION_WAIT, 0, source)
                    .with(CostParameter.INVALIDATION_WAIT_PAGE, 0, source);
        }
    },

    /** The default model with a NIC that misses nothing and an IOMMU whose translations cost the device nothing. */
    IDEAL {
        @Override
        CostModel apply(final CostModel defaults) {
            final String source = "ideal: nothing misses";
            return defaults.with(CostParameter.QPC_ENTRIES, 0, source)
                    .with(CostParameter.WQE_ENTRIES, 0, source)
                    .with(CostParameter.MPT_L1_ENTRIES, 0, source)
                    .with(CostParameter.MTT_L1_ENTRIES, 0, source)
                    .with(CostParameter.IOTLB_MISS, 0, source)
                    .with(CostParameter.WALK_MISS, 0, source)
                    .with(CostParameter.WALK_INTERVAL, 0, source)
                    .with(CostParameter.WALK_OCCUPANCY, 0, source);
        }
    };

    abstract CostModel apply(CostModel defaults);

    /** Returns the name on the command line. */
    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static CostPreset of(final String label) {
        return Arrays.stream(values())
                .filter(preset -> preset.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such cost model: name=" + label + " known="
                        + Arrays.stream(values()).map(CostPreset::label).collect(Collectors.joining(","))));
    }
}
