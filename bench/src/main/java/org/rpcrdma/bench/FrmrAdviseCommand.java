// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.Callable;
import org.rpcrdma.bench.argument.FileUse;
import org.rpcrdma.bench.argument.JsonOption;
import org.rpcrdma.bench.console.ExitCode;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.load.BundledCaptures;
import org.rpcrdma.bench.registration.Advice;
import org.rpcrdma.bench.registration.AdviceReport;
import org.rpcrdma.bench.registration.PoolDemand;
import org.rpcrdma.bench.registration.Scenario;
import org.rpcrdma.bench.registration.Snapshots;
import org.rpcrdma.replay.RegistrationTrace;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code rpcrdma frmr advise}: recommends pinned floors and an aging period for a host with FRMR pools. */
@Command(
        name = "advise",
        header = "Recommends settings for Linux's FRMR pools.",
        description = {
            "Recommends the pinned handles and the aging period of the FRMR pools of Linux 7.1 and later.",
            "Reads the output of repeated runs of rdma -j resource show frmr_pools, each preceded by the output of "
                    + "date +%%s, or the registrations in a capture. Evaluates each setting in virtual time, both for "
                    + "the recorded use of handles and for scenarios derived from it."
        },
        footer = {
            "",
            "Examples:",
            "  while sleep 10; do date +%%s; rdma -j resource show frmr_pools; done > pools",
            "  rpcrdma frmr advise pools",
            "  rpcrdma frmr advise --capture nfs3 --restart 20"
        },
        mixinStandardHelpOptions = true,
        sortOptions = false)
final class FrmrAdviseCommand implements Callable<Integer> {
    private static final int LONGEST_GAP = 86_400;
    private static final int SHORTEST_BURST = 20;

    @Parameters(paramLabel = "FILE", arity = "0..1", description = "the snapshots, or - for standard input")
    @FileUse(FileUse.Kind.READ)
    private String file;

    @Option(
            names = "--capture",
            paramLabel = "FILE",
            description = "read the registrations in a capture: a pcap or pcapng file, plain or gzip, or nfs3, nfs41 "
                    + "or nfs42fio")
    @FileUse(FileUse.Kind.READ)
    private String capture;

    @Option(
            names = "--interval",
            paramLabel = "SECS",
            defaultValue = "10",
            description = "time between snapshots that have no times (default: ${DEFAULT-VALUE})")
    private int interval;

    @Option(
            names = "--restart",
            paramLabel = "SECS",
            defaultValue = "30",
            description = "time that an application takes to restart (default: ${DEFAULT-VALUE})")
    private int restart;

    @Option(
            names = "--burst",
            paramLabel = "SECS",
            defaultValue = "600",
            description = "time between bursts, at least 20 (default: ${DEFAULT-VALUE})")
    private int burst;

    @Mixin
    private JsonOption json;

    @Override
    public Integer call() throws IOException {
        checkGap("--interval", interval, 1);
        checkGap("--restart", restart, 1);
        checkGap("--burst", burst, SHORTEST_BURST);
        final Advice advice = Advice.of(demands(), new Scenario.Gaps(restart, burst));
        if (advice.pools().isEmpty()) {
            throw new InputException("no handle was ever in use, so no setting can be recommended");
        }
        json.report(advice, out -> new AdviceReport(advice, out).print());
        return ExitCode.DONE;
    }

    private static void checkGap(final String option, final int seconds, final int least) {
        if (seconds < least || seconds > LONGEST_GAP) {
            throw new InputException(option + " must be " + least + " to " + LONGEST_GAP + ": " + seconds);
        }
    }

    private Collection<PoolDemand> demands() throws IOException {
        if ((file == null) == (capture == null)) {
            throw new InputException("give either FILE with snapshots or --capture FILE");
        }
        if (capture != null) {
            return PoolDemand.of(
                    BundledCaptures.read(capture, RegistrationTrace::read, RegistrationTrace::read), "DEVICE");
        }
        if (file.equals("-")) {
            return Snapshots.read("standard input", System.in, interval);
        }
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return Snapshots.read(file, in, interval);
        }
    }
}
