// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.PrintStream;

/** Stands for the microbenchmarks, which the tests of the command line do not have: one benchmark, echo. */
public final class StandInMicrobenchmarks implements Microbenchmarks {
    /** Called by the service loader. */
    public StandInMicrobenchmarks() {}

    @Override
    public boolean anyMatches(final String pattern) {
        return "echo".matches(pattern);
    }

    @Override
    public String run(
            final String pattern,
            final boolean gc,
            final Integer forks,
            final String device,
            final PrintStream progress) {
        progress.println("# running " + pattern);
        return "[\"gc=" + gc + " forks=" + forks + (device == null ? "" : " device=" + device) + "\"]";
    }

    @Override
    public String page(final String json) {
        return "# Page of " + json;
    }
}
