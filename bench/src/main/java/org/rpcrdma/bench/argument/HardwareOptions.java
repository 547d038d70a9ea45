// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.SimulatedHardware;
import org.rpcrdma.sim.config.IommuMode;
import org.rpcrdma.sim.cost.CostModel;
import picocli.CommandLine.Option;

/**
 * The options {@code --machine}, {@code --set}, {@code --host} and {@code --iommu}, which describe a command's
 * simulated hardware.
 */
public final class HardwareOptions {
    private static final String USUAL_MACHINE = "intel";
    private static final String SOFTWARE_MACHINE = "ideal";

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            converter = Machines.class,
            completionCandidates = Machines.class,
            description = "cost model of the server and its NIC: intel (VT-d), amd or arm (SMMUv3), each with a "
                    + "ConnectX-6; connectx3; nfp6000 (pcie-bench's NIC); smmuv3-vcmdq or smmuv3-trapped (virtual "
                    + "machines); ideal, which has no cache misses; instructions or instructions-amd (traced Linux at "
                    + "one nanosecond per instruction) (default: " + USUAL_MACHINE
                    + "; for --device of soft-RoCE: "
                    + SOFTWARE_MACHINE + ")")
    private String machine;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            completionCandidates = Costs.class,
            description = "override a parameter of the cost model, for example iommu.iotlb_entries=64; repeatable")
    private List<String> costs = List.of();

    @FileUse(FileUse.Kind.READ)
    @Option(
            names = "--host",
            paramLabel = "FILE",
            description = "read the costs of a server from the output of docs/results/measure.bt or measure-ftrace;"
                    + " --set overrides them")
    private Path host;

    @Option(
            names = "--iommu",
            paramLabel = "MODE",
            converter = Modes.class,
            completionCandidates = Modes.class,
            description = "mode of the hosts' IOMMU: off, strict or lazy (default: the same as in Linux, which is lazy "
                    + "on x86 and strict on Arm; for --device of soft-RoCE: off)")
    private IommuMode iommu;

    /** The values of {@code --machine}. */
    public static final class Machines extends Choice<String> {
        Machines() {
            super(CostModel.presets().toArray(String[]::new));
        }
    }

    /** The names of the cost model's parameters, for shell completion. */
    public static final class Costs implements Iterable<String> {
        Costs() {}

        @Override
        public Iterator<String> iterator() {
            return CostModel.parameters().stream()
                    .map(parameter -> parameter.parameterName() + "=")
                    .iterator();
        }
    }

    /** The values of {@code --iommu}. */
    static final class Modes extends Choice<IommuMode> {
        Modes() {
            super(IommuMode.values());
        }
    }

    /** Sets the hardware. By default, a software device has no cache misses and no IOMMU. */
    void set(final ComparisonSettings.Builder settings, final boolean isSoftware) {
        settings.machine(machine != null ? machine : isSoftware ? SOFTWARE_MACHINE : USUAL_MACHINE);
        final Map<String, Double> values = host == null ? new LinkedHashMap<>() : HostFile.costs(host);
        values.putAll(costs(costs));
        values.forEach(settings::cost);
        if (iommu != null || isSoftware) {
            settings.iommu(iommu == null ? IommuMode.OFF : iommu);
        }
    }

    /**
     * Parses the values of {@code --set}.
     *
     * @return the values by parameter, in the order given.
     * @throws InputException if a parameter is unknown or a value invalid.
     */
    public static Map<String, Double> costs(final List<String> settings) {
        final Map<String, Double> values = new LinkedHashMap<>();
        for (final String setting : settings) {
            final int equals = setting.indexOf('=');
            if (equals < 1) {
                throw new InputException("--set must be NAME=VALUE: " + setting);
            }
            values.put(setting.substring(0, equals), number(setting, setting.substring(equals + 1)));
        }
        try {
            SimulatedHardware.changed(CostModel.defaults(), values);
        } catch (final InputException e) {
            throw new InputException(
                    "--set: " + e.getMessage() + "; rpcrdma calibrate --parameters lists parameters and limits");
        }
        return values;
    }

    private static double number(final String setting, final String value) {
        try {
            return Double.parseDouble(value);
        } catch (final NumberFormatException e) {
            throw new InputException("--set needs a number: " + setting);
        }
    }
}
