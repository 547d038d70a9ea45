// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import org.rpcrdma.bench.console.InputException;
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
            completionCandidates = Modes.class,
            description = "the hosts' IOMMU: off, strict or lazy (default: as Linux runs the machine's, lazy on x86 and"
                    + " strict on Arm; for --device of soft-RoCE: off)")
    private String iommu;

    /** The names of machines, for shells. */
    static final class Machines implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return CostModel.presets().iterator();
        }
    }

    /** The modes of the IOMMU, for shells. */
    static final class Modes implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(IommuMode.values())
                    .map(mode -> mode.name().toLowerCase(Locale.ROOT))
                    .iterator();
        }
    }

    /** Returns the hardware that was chosen; refuses an unknown one in one line. */
    public Hardware conclude() {
        return conclude(USUAL_MACHINE, null);
    }

    /**
     * Returns the hardware of a device's model. By default, for a device that is software, nothing misses and there
     * is no IOMMU.
     */
    public Hardware conclude(final boolean isSoftware) {
        return isSoftware ? conclude(SOFTWARE_MACHINE, IommuMode.OFF) : conclude();
    }

    /**
     * Returns the hardware.
     *
     * @param usualIommu null for that of the machine.
     */
    private Hardware conclude(final String usualMachine, final IommuMode usualIommu) {
        final CostSettings changes = CostSettings.parse(settings);
        final CostModel costs = preset(machine == null ? usualMachine : machine);
        final IommuMode unlessChosen = usualIommu == null ? costs.iommuMode() : usualIommu;
        return new Hardware(
                costs.machine(), changes.values(), changes.apply(costs), iommu == null ? unlessChosen : mode());
    }

    private static CostModel preset(final String machine) {
        try {
            return CostModel.preset(machine);
        } catch (final IllegalArgumentException e) {
            throw new InputException("--machine: " + e.getMessage());
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
