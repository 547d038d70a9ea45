// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.argument;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.function.Function;
import org.rpcrdma.bench.compare.Personalities;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.console.ProgressLine;
import org.rpcrdma.bench.device.DeviceComparison;
import org.rpcrdma.bench.device.DeviceReport;
import org.rpcrdma.bench.device.DeviceResult;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine.Option;

/** {@code --device}: runs a comparison on a device of the host. */
public final class DeviceOption {
    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "run the strategies of --workload echo on a local device in real time, and show the model's "
                    + "prediction next to the results; either a name from rdma link, such as rxe0 or mlx5_0 (JDK 22 or "
                    + "newer), or a software device at a local address, such as udp:127.0.0.1; kernel strategies are "
                    + "listed as EOPNOTSUPP (default: simulation only)")
    private String name;

    /** Returns the device's name, or null if {@code --device} is not given. */
    public String name() {
        return name;
    }

    public boolean isGiven() {
        return name != null;
    }

    /**
     * Returns the requested comparison. Checks the options, and opens the device once to make sure that it can be used.
     */
    public DeviceComparison comparison(final CompareOptions arguments) {
        final DeviceComparison comparison =
                DeviceComparison.of(name, arguments.deviceSettings(Personalities.isSoftware(name)));
        checkDevice();
        return comparison;
    }

    /**
     * Runs a comparison and prints it.
     *
     * @param opener opens the device, once per strategy.
     * @return the exit code.
     */
    public int run(
            final DeviceComparison comparison,
            final Function<String, Device> opener,
            final JsonOption json,
            final PrintWriter err)
            throws IOException {
        final DeviceResult result;
        try (ProgressLine line = new ProgressLine()) {
            result = comparison.run(opener, step -> line.show(() -> step));
        }
        json.report(result, new DeviceReport(result)::print);
        return exitCode(result, err);
    }

    /** Checks that the device can be opened and has an address. */
    private void checkDevice() {
        try (Device device = Devices.open(name)) {
            device.connections().localAddress();
        } catch (final VerbsException e) {
            throw new InputException("--device " + name + ": " + e.getMessage());
        }
    }

    /** Returns {@code FAILED} if any payload was corrupted. */
    private static int exitCode(final DeviceResult result, final PrintWriter err) {
        for (final DeviceResult.StrategyResult strategy : result.strategies()) {
            if (strategy.real() != null && strategy.real().corruptions() > 0) {
                err.println("rpcrdma: " + strategy.name() + ": "
                        + strategy.real().corruptions() + " replies were corrupted");
                return ExitCode.FAILED;
            }
        }
        return ExitCode.DONE;
    }
}
