// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.rpcrdma.verbs.Device;
import org.rpcrdma.verbs.Devices;
import org.rpcrdma.verbs.VerbsException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * A command that uses a device of the host.
 *
 * <p>The exit code is 2 if an argument is unusable, and 1 if an operation on the device, the network or a folder
 * failed. Otherwise, it is the result of {@code call}. A failure prints one line.
 */
public abstract class DeviceCommand implements Callable<Integer> {
    /** The highest port number. */
    protected static final int LARGEST_PORT = 65_535;

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "RDMA device, by its name in rdma link (default: the only device), or a software"
                    + " device at a local address, such as udp:127.0.0.1")
    private String deviceName;

    @Spec
    private CommandSpec spec;

    /** Called by subclasses. */
    protected DeviceCommand() {}

    /**
     * Opens the device.
     *
     * @return the device; the caller closes it.
     * @throws ParameterException if the device cannot be opened.
     */
    protected final Device openDevice() {
        return openDevice(Devices::open);
    }

    /**
     * Opens the device with a given function.
     *
     * @param opener opens a device by its name.
     * @return the device; the caller closes it.
     * @throws ParameterException if the device cannot be opened.
     */
    protected final Device openDevice(final Function<String, Device> opener) {
        final String name = deviceName == null ? onlyDevice() : deviceName;
        try {
            return opener.apply(name);
        } catch (final VerbsException e) {
            throw unusable("--device " + name + ": " + e.getMessage());
        }
    }

    /**
     * Returns the device name given on the command line.
     *
     * @return the name, or null if the option is absent.
     */
    protected final String deviceName() {
        return deviceName;
    }

    private String onlyDevice() {
        final List<String> names = Devices.names();
        if (names.size() != 1) {
            throw unusable("--device is required: this host has " + (names.isEmpty() ? "no RDMA device" : names)
                    + "; udp:ADDRESS selects a software device");
        }
        return names.get(0);
    }

    /**
     * Checks that an option's value is within its range.
     *
     * @param option the option's name.
     * @param value  the option's value.
     * @param least  the minimum.
     * @param most   the maximum.
     * @throws ParameterException if the value is out of range.
     */
    protected final void checkRange(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw unusable(option + " must be " + least + " to " + most + ": " + value);
        }
    }

    /**
     * Creates the exception with which the command rejects an unusable argument.
     *
     * @param reason one line with the argument's name and value.
     * @return the exception, which the caller throws.
     */
    protected final ParameterException unusable(final String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }

    /**
     * Runs the command.
     *
     * @param err       receives error messages.
     * @param arguments the command-line arguments.
     * @return the exit code.
     */
    public final int run(final PrintWriter err, final String... arguments) {
        return new CommandLine(this)
                .setErr(err)
                .setParameterExceptionHandler((e, all) -> report(e, CommandLine.ExitCode.USAGE))
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    if (e instanceof VerbsException || e instanceof IOException) {
                        return report(e, CommandLine.ExitCode.SOFTWARE);
                    }
                    throw e;
                })
                .execute(arguments);
    }

    private int report(final Exception e, final int exitCode) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.name() + ": " + e.getMessage());
        err.flush();
        return exitCode;
    }
}
