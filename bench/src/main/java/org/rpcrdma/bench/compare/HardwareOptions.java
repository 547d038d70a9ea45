// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.List;
import org.rpcrdma.bench.console.Choice;
import org.rpcrdma.nic.config.IommuMode;
import org.rpcrdma.nic.cost.CostModel;
import picocli.CommandLine.Option;

/** {@code --machine}, {@code --set} and {@code --iommu}: the simulated hardware that a command runs on. */
public final class HardwareOptions {
    private static final String USUAL_MACHINE = "intel";
    private static final String SOFTWARE_MACHINE = "ideal";

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            converter = Machines.class,
            completionCandidates = Machines.class,
            description = "cost model of the server and its NIC: intel (VT-d) or amd or arm (SMMUv3), each with a"
                    + " ConnectX-6; connectx3; nfp6000 (pcie-bench's NIC); smmuv3-vcmdq or smmuv3-trapped (virtual"
                    + " machines); ideal, which misses nothing; or instructions or instructions-amd (Linux, traced: a"
                    + " nanosecond an instruction) (default: " + USUAL_MACHINE
                    + "; for --device of soft-RoCE: "
                    + SOFTWARE_MACHINE + ")")
    private String machine;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            description = "another value for a parameter of the cost model, for example iommu.iotlb_entries=64;"
                    + " can be given several times")
    private List<String> settings = List.of();

    @Option(
            names = "--iommu",
            paramLabel = "MODE",
            converter = Modes.class,
            completionCandidates = Modes.class,
            description = "the hosts' IOMMU: off, strict or lazy (default: as Linux runs the machine's, lazy on x86 and"
                    + " strict on Arm; for --device of soft-RoCE: off)")
    private IommuMode iommu;

    /** The machines, for the command line. */
    public static final class Machines extends Choice<String> {
        Machines() {
            super(CostModel.presets().toArray(String[]::new));
        }
    }

    /** The modes of the IOMMU, for the command line. */
    static final class Modes extends Choice<IommuMode> {
        Modes() {
            super(IommuMode.values());
        }
    }

    /** Returns the hardware that was chosen. */
    public Hardware conclude() {
        return conclude(false);
    }

    /**
     * Returns the hardware of a device's model. By default, for a device that is software, nothing misses and there
     * is no IOMMU.
     */
    public Hardware conclude(final boolean isSoftware) {
        final CostSettings changes = CostSettings.parse(settings);
        final String usual = isSoftware ? SOFTWARE_MACHINE : USUAL_MACHINE;
        final CostModel costs = CostModel.preset(machine == null ? usual : machine);
        final IommuMode usualMode = isSoftware ? IommuMode.OFF : costs.iommuMode();
        return new Hardware(costs.machine(), changes.values(), changes.apply(costs), iommu == null ? usualMode : iommu);
    }
}
