/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package org.rpcrdma.nic;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The cost models that go by a name: what each has other than the parameters' defaults, and where that comes from. */
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
     * bytes takes 1.85 us, and 2.47, 2.85 and 3.52 us with 1K, 10K and 100K regions), registrations by Fig. 8 (they make
     * their mkey). Queue pair contexts by FaSST (OSDI 2016): 400 on a Connect-IB, the nearest figure.
     */
    CONNECTX3 {
        @Override
        CostModel apply(final CostModel defaults) {
            return defaults.with(CostParameter.LINK_RATE, 40)
                    .with(CostParameter.LINK_DELAY, 465)
                    .with(CostParameter.MPT_L1_ENTRIES, 100)
                    .with(CostParameter.MPT_L2_ENTRIES, 7_000)
                    .with(CostParameter.MTT_L1_ENTRIES, 1_024)
                    .with(CostParameter.MTT_L2_ENTRIES, 56_000)
                    .with(CostParameter.LARGEST_PAGE, 4_096)
                    .with(CostParameter.QPC_ENTRIES, 400)
                    .with(CostParameter.REG_USER_MR, 30_000)
                    .with(CostParameter.CREATE_MKEY, 0)
                    .with(CostParameter.DEREG_USER_MR, 39_000)
                    .with(CostParameter.DESTROY_MKEY, 0);
        }
    },

    /**
     * pcie-bench's NFP-6000 in its Ivy Bridge host: the IOMMU's defaults were fitted there. At 24.27 Gb/s a write of 64
     * bytes begins every 21.1 ns, so that 12 are under way if each takes {@code nic.dma_write}.
     */
    NFP6000 {
        @Override
        CostModel apply(final CostModel defaults) {
            return defaults.with(CostParameter.DMA_WRITES, 12);
        }
    },

    /**
     * The default model in a virtual machine on Tegra241 whose SMMUv3's command queue is its own (VCMDQ): unmapping by a fit
     * to dma_map_benchmark there (5.3, 6.8, 9.9, 12.6 and 18.0 us for 4, 16, 64, 128 and 256 KB), within 9 %.
     */
    SMMUV3_VCMDQ {
        @Override
        CostModel apply(final CostModel defaults) {
            return defaults.with(CostParameter.DMA_UNMAP, 5_760).with(CostParameter.DMA_UNMAP_PAGE, 219);
        }
    },

    /**
     * The same machine, whose SMMUv3's command queue traps: unmapping by a fit to dma_map_benchmark there (35.7, 41.8, 68.9,
     * 109 and 187 us), within 3 %.
     */
    SMMUV3_TRAPPED {
        @Override
        CostModel apply(final CostModel defaults) {
            return defaults.with(CostParameter.DMA_UNMAP, 35_050).with(CostParameter.DMA_UNMAP_PAGE, 2_350);
        }
    },

    /** The default model with a NIC that misses nothing and an IOMMU whose translations cost the device nothing. */
    IDEAL {
        @Override
        CostModel apply(final CostModel defaults) {
            return defaults.with(CostParameter.QPC_ENTRIES, 0)
                    .with(CostParameter.WQE_ENTRIES, 0)
                    .with(CostParameter.MPT_L1_ENTRIES, 0)
                    .with(CostParameter.MTT_L1_ENTRIES, 0)
                    .with(CostParameter.IOTLB_MISS, 0)
                    .with(CostParameter.WALK_MISS, 0)
                    .with(CostParameter.WALK_OCCUPANCY, 0);
        }
    };

    abstract CostModel apply(CostModel defaults);

    /** The name on the command line. */
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
