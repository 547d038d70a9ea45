// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.load;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;
import org.rpcrdma.bench.console.InputException;

/** The workloads of {@code rpcrdma capture}. */
public enum CaptureWorkload {
    /** Data there and back. */
    ECHO,
    /** Objects that are written and read. */
    STORE,
    /** A capture, replayed. */
    REPLAY;

    /** All labels, for the command line. */
    public static final class Labels implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(CaptureWorkload::label).iterator();
        }
    }

    /** Returns the name on the command line. */
    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static CaptureWorkload of(final String label) {
        return Arrays.stream(values())
                .filter(workload -> workload.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new InputException(
                        "--workload must be one of " + String.join(", ", new Labels()) + ": " + label));
    }
}
