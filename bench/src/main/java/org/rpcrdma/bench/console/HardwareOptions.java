// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.console;

import java.util.List;
import java.util.Locale;
import org.rpcrdma.nic.cost.CostModel;
import org.rpcrdma.nic.cost.IommuMode;
import org.rpcrdma.nic.cost.Personality;
import picocli.CommandLine.Option;

/** {@code --nic}, {@code --set} and {@code --iommu}: the simulated hardware that a command runs on. */
public final class HardwareOptions {
    private static final String USUAL_NIC = "connectx6";
    private static final String SOFTWARE_NIC = "ideal";

    @Option(
            names = "--nic",
            paramLabel = "PRESET",
            description = "cost model: connectx6, connectx3, nfp6000 (pcie-bench's NIC), smmuv3-vcmdq or smmuv3-trapped"
                    + " (virtual"
                    + " machines), or ideal, which misses nothing (default: " + USUAL_NIC
                    + "; for --device of soft-RoCE: "
                    + SOFTWARE_NIC + ")")
    private String nic;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "another value for a parameter of the cost model, for example iommu.iotlb_entries=64;"
                    + " can be given several times")
    private List<String> settings = List.of();

    @Option(
            names = "--iommu",
            paramLabel = "MODE",
            description = "the hosts' IOMMU: off, strict or lazy (default: strict; for --device of soft-RoCE: off)")
    private String iommu;

    /** Returns the hardware that was chosen; refuses an unknown one in one line. */
    public Hardware conclude() {
        return conclude(USUAL_NIC, IommuMode.STRICT);
    }

    /** Returns the hardware of the model of a device. By default, for a device that is software, nothing misses and
     * there is no IOMMU.
     *
     */
    public Hardware conclude(final Personality device) {
        return device == Personality.RXE ? conclude(SOFTWARE_NIC, IommuMode.OFF) : conclude();
    }

    private Hardware conclude(final String usualNic, final IommuMode usualIommu) {
        final CostSettings changes = CostSettings.parse(settings);
        final String chosen = nic == null ? usualNic : nic;
        return new Hardware(
                chosen, changes.values(), changes.apply(preset(chosen)), iommu == null ? usualIommu : mode());
    }

    private static CostModel preset(final String nic) {
        try {
            return CostModel.preset(nic);
        } catch (final IllegalArgumentException e) {
            throw new InputException("--nic: " + e.getMessage());
        }
    }

    private IommuMode mode() {
        try {
            return IommuMode.valueOf(iommu.toUpperCase(Locale.ROOT));
        } catch (final IllegalArgumentException e) {
            throw new InputException("--iommu must be off, strict or lazy: " + iommu);
        }
    }
}
