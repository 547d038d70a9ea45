// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.bench.load.CaptureRemarks;
import org.rpcrdma.bench.registration.RegistrationReplay;
import org.rpcrdma.bench.registration.RegistrationReport;
import org.rpcrdma.bench.registration.RegistrationResult;
import org.rpcrdma.bench.registration.RegistrationResult.CaptureResult;
import org.rpcrdma.bench.registration.ReplayPlan;
import org.rpcrdma.replay.CapturedRegistration;
import org.rpcrdma.replay.RegistrationTrace;
import org.rpcrdma.rnic.config.RegistrationDesign;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code rpcrdma frmr replay}: replays a capture's memory registrations with FRMR pools and with the cache that Linux
 * used before them.
 */
@Command(
        name = "replay",
        header = "Replays a capture's memory registrations on FRMR pools.",
        description = {
            "Replays a capture's memory registrations with FRMR pools and with the preallocated MR cache that they "
                    + "replace.",
            "Derives the registrations from the chunks of the clients' calls, performs them on a simulated device, and "
                    + "prints the results of both designs side by side. Times are virtual and come from the cost "
                    + "model."
        },
        footer = {
            "",
            "Examples:",
            "  rpcrdma frmr replay",
            "  rpcrdma frmr replay --capture nfs41 --pinned 8 --restart 300"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class FrmrReplayCommand implements Callable<Integer> {
    private static final int LOW_BYTE_BITS = 8;
    private static final int LONGEST = 86_400;
    private static final int MOST_PINNED = 10_000;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description = "a pcap or pcapng file, plain or compressed, or a bundled capture: nfs3, nfs41 or nfs42fio"
                    + " (default: all three)")
    @FileUse(FileUse.Kind.READ)
    private String capture;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "the same as --capture")
    @FileUse(FileUse.Kind.READ)
    private String file;

    @Option(
            names = "--aging",
            paramLabel = "SECS",
            defaultValue = "60",
            description = "aging period of the pools (default: ${DEFAULT-VALUE})")
    private int aging;

    @Option(
            names = "--pinned",
            paramLabel = "COUNT",
            defaultValue = "0",
            description = "minimum number of handles per pool, from the start (default: ${DEFAULT-VALUE})")
    private int pinned;

    @Option(
            names = "--restart",
            paramLabel = "SECS",
            defaultValue = "0",
            description = "repeat the registrations after this time; 0 runs them only once (default: ${DEFAULT-VALUE})")
    private int restart;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        final List<CaptureResult> results = new ArrayList<>();
        checkRange("--aging", aging, 1, LONGEST);
        checkRange("--pinned", pinned, 0, MOST_PINNED);
        checkRange("--restart", restart, 0, LONGEST);
        if (capture != null && file != null) {
            throw new InputException("--capture and FILE are mutually exclusive: " + file);
        }
        final String chosen = file == null ? capture : file;
        for (final String name : chosen == null ? BundledCaptures.NAMES : List.of(chosen)) {
            results.add(replay(name, read(name)));
        }
        json.report(new RegistrationResult(results), out -> print(results, out));
        return ExitCode.DONE;
    }

    private static void checkRange(final String option, final int value, final int least, final int most) {
        if (value < least || value > most) {
            throw new InputException(option + " must be " + least + " to " + most + ": " + value);
        }
    }

    private static void print(final List<CaptureResult> results, final PrintWriter out) {
        for (final CaptureResult result : results) {
            new RegistrationReport(result, out).print();
            if (result != results.get(results.size() - 1)) {
                out.println();
            }
        }
    }

    private RegistrationTrace read(final String name) throws IOException {
        final RegistrationTrace trace = BundledCaptures.read(name, RegistrationTrace::read, RegistrationTrace::read);
        if (trace.registrations().isEmpty()) {
            throw new InputException(
                    trace.capturedMessages() == 0
                            ? name + ": no RPC-over-RDMA in " + trace.counts().frames() + " frames"
                            : name + ": no call with chunks among " + trace.capturedMessages() + " messages");
        }
        CaptureRemarks.print(name, trace.counts(), spec.commandLine().getErr());
        if (trace.leftOut() > 0) {
            spec.commandLine()
                    .getErr()
                    .println("rpcrdma: " + name + ": " + trace.leftOut()
                            + " calls are left out: their segments are empty or too large");
        }
        return trace;
    }

    private CaptureResult replay(final String name, final RegistrationTrace trace) {
        final List<CapturedRegistration> registrations = trace.registrations();
        final ReplayPlan plan = new ReplayPlan(aging, pinned, restart);
        return new CaptureResult(
                name,
                registrations.size(),
                registrations.stream().mapToLong(CapturedRegistration::length).sum(),
                trace.mostAtOnce(),
                registrations.stream()
                        .mapToInt(CapturedRegistration::key)
                        .distinct()
                        .count(),
                registrations.stream()
                        .mapToInt(registration -> registration.key() >>> LOW_BYTE_BITS)
                        .distinct()
                        .count(),
                registrations.stream()
                                .mapToLong(registration -> registration.endNanos() - registration.beginNanos())
                                .sum()
                        / registrations.size(),
                trace.durationNanos(),
                Arrays.stream(RegistrationDesign.values())
                        .map(design -> new RegistrationReplay(trace, design, plan).run())
                        .toList());
    }
}
