// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs.library;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.rpcrdma.verbs.Errno;

/**
 * The amount of memory that this process may lock ({@code RLIMIT_MEMLOCK}). Both the memory of regions and the memory
 * of queues that drivers share with the device are locked.
 */
public final class Memlock {
    private static final Path LIMITS = Path.of("/proc/self/limits");
    private static final String LINE = "Max locked memory";
    private static final String NO_LIMIT = "unlimited";

    private Memlock() {}

    /**
     * Returns a hint to append to the error message if locking memory fails. For ENOMEM, the hint contains the limit;
     * for other errors, it is an empty string.
     */
    public static String remark(final Errno errno) {
        if (errno != Errno.ENOMEM) {
            return "";
        }
        try {
            return remark(Files.readString(LIMITS));
        } catch (final IOException e) {
            // Without /proc, the limit cannot be determined.
            return "";
        }
    }

    /**
     * Returns the same hint, using the given list of a process's limits from the kernel. The list has one line per
     * limit, with the soft limit before the hard limit.
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
