// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rpcrdma.verbs.Errno;

/**
 * The amount of memory that this process may lock ({@code RLIMIT_MEMLOCK}). The memory of regions is locked, as is the
 * memory of queues that drivers share with the device.
 */
public final class Memlock {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LINE = "Max locked memory";
    private static final String NO_LIMIT = "unlimited";

    private Memlock() {}

    /**
     * Returns the hint to append to the error of a failed memory lock. For ENOMEM, the hint contains the limit; for
     * other errors, it is an empty string.
     */
    public static String remark(final Errno errno) {
        if (errno != Errno.ENOMEM) {
            return "";
        }
        try {
            return remark(Files.readString(LIMITS));
        } catch (final IOException e) {
            // Without /proc, the limit is unknown.
            return "";
        }
    }

    /**
     * Returns the same hint, based on the kernel's list of a process's limits. The list has one line per limit, with
     * the soft limit before the hard limit.
     */
    public static String remark(final String limits) {
        return limits.lines()
                .filter(line -> line.startsWith(LINE))
                .map(line -> line.substring(LINE.length()).strip().split(" ")[0])
                .filter(limit -> !limit.equals(NO_LIMIT))
                .map(limit ->
                        "; the limit for locked memory may be too low: memlock=" + limit + "; raise it with ulimit -l")
                .findFirst()
                .orElse("");
    }
}
