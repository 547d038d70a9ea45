// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.study;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.rpcrdma.bench.AddedCommand;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.HardwareOptions;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.compare.ParameterList;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.file.IoReason;
import org.rpcrdma.bench.settings.SimulatedHardware;
import org.rpcrdma.sim.cost.CostModel;
import org.rpcrdma.study.calibration.CalibrationReport;
import org.rpcrdma.study.calibration.CalibrationResult;
import org.rpcrdma.study.calibration.CalibrationResult.Point;
import org.rpcrdma.study.calibration.Curve;
import org.rpcrdma.study.calibration.Experiment;
import org.rpcrdma.study.calibration.FitSet;
import org.rpcrdma.study.calibration.KernelForm;
import org.rpcrdma.study.calibration.NegativeControl;
import org.rpcrdma.study.calibration.ReceiveForm;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code rpcrdma calibrate}: repeats published measurements on the simulated hardware. */
@Command(
        name = "calibrate",
        header = "Compares the cost model with published measurements.",
        description = "Repeats published measurements on the simulated NIC and IOMMU. Prints the published figure, the "
                + "modelled figure and the error for each point, and marks errors of more than 10 %% with *.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "A curve is a CSV file. The first line is '# experiment=NAME unit=UNIT'. It can also contain machine=NAME, "
                    + "hardware=NAME if the hardware is another machine, and use=held-out if no parameter is fitted to "
                    + "the curve. One line x,y per point follows. The experiments, with the range of x, the unit of y, "
                    + "and the default machine:",
            "",
            "  read-latency-vs-window         64 to 1073741824 bytes, ns, nfp6000",
            "  write-throughput-vs-window     64 to 1073741824 bytes, Gb/s, nfp6000",
            "  throughput-vs-walks            0 to 8 reads per packet, Gb/s, intel",
            "  write-latency-vs-regions       1 to 262144 regions, us, connectx3",
            "  write-rate-vs-region-bytes     64 to 1073741824 bytes, M/s, connectx3",
            "  registration-time-vs-bytes     1 to 1073741824 bytes, us, connectx3",
            "  unmap-time-vs-bytes            1 to 1073741824 bytes, us, smmuv3-vcmdq",
            "  allocation-time-vs-order       0 to 10 (the order), cycles, intel",
            "  allocation-time-vs-processors  1 to 256 concurrent processors, cycles, intel",
            "",
            "A window consists of 4 KB pages. A region is 4 KB long, and 64 bytes at a random offset within it are read "
                    + "or written. A packet is 4 KB long. Eight writes to one region are outstanding. Processors allocate "
                    + "order-3 memory and free it immediately, as before Linux 5.14 (memory.processor_list_order=0). "
                    + "The command converts ns, us, ms, s and cycles of 4 GHz; Mb/s and Gb/s; K/s and M/s.",
            "",
            "Examples:",
            "  rpcrdma calibrate",
            "  rpcrdma calibrate --parameters --machine amd",
            "  rpcrdma calibrate --curve mine.csv --set iommu.iotlb_entries=64"
        })
public final class CalibrateCommand implements AddedCommand {
    @Option(
            names = "--curve",
            paramLabel = "FILE",
            description = "a published curve, instead of the curves to which the cost model was fitted; repeatable")
    @FileUse(FileUse.Kind.READ)
    private List<Path> files = List.of();

    @Option(
            names = "--machine",
            paramLabel = "NAME",
            converter = HardwareOptions.Machines.class,
            completionCandidates = HardwareOptions.Machines.class,
            description = "the machine for all curves, instead of each curve's own: intel, amd, arm, connectx3,"
                    + " nfp6000, smmuv3-vcmdq, smmuv3-trapped, ideal, instructions or instructions-amd")
    private String machine;

    @Option(
            names = "--set",
            paramLabel = "NAME=VALUE",
            completionCandidates = HardwareOptions.Costs.class,
            description = "set a parameter of the cost model, for example iommu.iotlb_entries=64; repeatable")
    private List<String> settings = List.of();

    @Option(
            names = "--parameters",
            description = "measure nothing, but print the cost model's parameters for --machine (default: intel), with "
                    + "their values, ranges, units, certainty, measured hardware and sources")
    private boolean listsParameters;

    @Mixin
    private JsonOption json;

    /** Called by the service loader and picocli. */
    public CalibrateCommand() {}

    @Override
    public String listedBehind() {
        return "sweep";
    }

    @Override
    public Integer call() throws IOException {
        final Map<String, Double> changes = HardwareOptions.costs(settings);
        if (listsParameters) {
            final ParameterList parameters =
                    ParameterList.of(costs(machine == null ? CostModel.presets().get(0) : machine, changes));
            json.report(parameters, parameters::print);
            return ExitCode.DONE;
        }
        final List<Curve> curves = files.isEmpty() ? FitSet.curves() : read(files);
        final List<Point> points = new ArrayList<>();
        for (final Curve curve : curves) {
            measure(curve, changes, points);
        }
        final NegativeControl control =
                files.isEmpty() ? NegativeControl.measure(costs(NegativeControl.PRESET, changes)) : null;
        final List<KernelForm> kernel = files.isEmpty() ? KernelForm.all(changes) : null;
        final List<ReceiveForm> receiveForms = files.isEmpty() ? ReceiveForm.all(changes) : null;
        final CalibrationResult result = CalibrationResult.of(changes, points, control, kernel, receiveForms);
        json.report(result, out -> CalibrationReport.print(out, result));
        return ExitCode.DONE;
    }

    private static List<Curve> read(final List<Path> files) throws IOException {
        final List<Curve> curves = new ArrayList<>();
        for (final Path file : files) {
            if (!Files.isRegularFile(file)) {
                throw new InputException("--curve must name an existing file: " + file);
            }
            try (BufferedReader text = Files.newBufferedReader(file)) {
                curves.add(Curve.read(text));
            } catch (final CharacterCodingException e) {
                throw new InputException("--curve must be UTF-8 text: " + file);
            } catch (final IOException e) {
                throw new InputException("--curve cannot be read: " + file + ": " + IoReason.of(e));
            } catch (final IllegalArgumentException e) {
                throw new InputException("--curve " + file + ": " + e.getMessage());
            }
        }
        return curves;
    }

    private void measure(final Curve curve, final Map<String, Double> changes, final List<Point> points) {
        final Experiment experiment = curve.experiment();
        final String preset = machine == null ? curve.preset() : machine;
        final CostModel costs = costs(preset, changes);
        for (final Curve.Point point : curve.points()) {
            final double modelled = experiment.measure(costs, point.x());
            points.add(Point.of(curve, preset, point, modelled));
        }
    }

    private static CostModel costs(final String preset, final Map<String, Double> changes) {
        return SimulatedHardware.changed(CostModel.preset(preset), changes);
    }
}
