// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.rpcrdma.bench.console.InputException;
import org.rpcrdma.bench.settings.ComparisonSettings;
import org.rpcrdma.bench.settings.ConnectionCalls;
import org.rpcrdma.replay.Workload;

/** Reads the workload of each capture once, and warns once if a capture is truncated. */
public final class Captures {
    private final PrintWriter err;
    private final Map<String, Workload> workloads = new HashMap<>();

    public Captures(final PrintWriter err) {
        this.err = err;
    }

    /** Returns the load of each connection in a comparison. */
    public Load load(final ComparisonSettings settings) throws IOException {
        if (settings.calls() instanceof ConnectionCalls.Echo echo) {
            return EchoLoad.of(echo, settings);
        }
        final String name = ((ConnectionCalls.Capture) settings.calls()).nameOrFile();
        return new CaptureLoad(name, read(name));
    }

    /** Returns the workload of a capture file or a bundled capture. */
    Workload read(final String capture) throws IOException {
        Workload workload = workloads.get(capture);
        if (workload == null) {
            workload = BundledCaptures.read(capture);
            check(capture, workload);
            workloads.put(capture, workload);
        }
        return workload;
    }

    /** Returns the names of the captures that were read. */
    public Set<String> names() {
        return workloads.keySet();
    }

    private void check(final String capture, final Workload read) {
        if (read.rpcs() == 0) {
            throw new InputException(
                    read.capturedMessages() == 0
                            ? capture + ": no RPC-over-RDMA in " + read.counts().frames() + " frames"
                            : capture + ": no complete RPC among " + read.capturedMessages() + " messages");
        }
        CaptureRemarks.print(capture, read.counts(), err);
        if (read.leftOut().count() > 0) {
            err.println("rpcrdma: " + capture + ": skipped calls: " + read.leftOut());
        }
        if (read.otherSends() > 0) {
            err.println("rpcrdma: " + capture + ": ignored SENDs of another protocol: " + read.otherSends());
        }
        if (read.reverseCalls() > 0) {
            err.println("rpcrdma: " + capture
                    + ": skipped calls in the reverse direction, from server to client: "
                    + read.reverseCalls());
        }
    }
}
