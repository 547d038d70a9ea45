// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.PrintStream;

/** Replaces the microbenchmarks, which are not on this test's class path, with a single benchmark named echo. */
public final class StandInMicrobenchmarks implements Microbenchmarks {
    /** Called by the service loader. */
    public StandInMicrobenchmarks() {}

    @Override
    public boolean anyMatches(final String pattern) {
        return "echo".matches(pattern);
    }

    @Override
    public boolean print(final Request request, final PrintStream out) {
        if (request.options().contains("-zz")) {
            throw new IllegalArgumentException("z is not a recognized option");
        }
        return request.options().contains("-h");
    }

    @Override
    public String run(final Request request, final PrintStream progress) {
        progress.println("# running " + request.pattern());
        return "[\"gc=" + request.gc() + " forks=" + request.forks()
                + (request.device() == null ? "" : " device=" + request.device())
                + (request.options().isEmpty() ? "" : " options=" + String.join(" ", request.options())) + "\"]";
    }
}
