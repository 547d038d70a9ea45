// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench.compare;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.rpcrdma.bench.host.HostTimes;
import org.rpcrdma.nic.config.ProcessorWork;

/**
 * CPU time by kind of work, waits for shared resources included.
 *
 * @param total nanoseconds
 * @param work  the nanoseconds of each kind of work
 */
@JsonPropertyOrder({"total", "work"})
record WorkTime(double total, Map<String, Double> work) {
    /** Returns a part of times: one connection's of all connections', for example. */
    static WorkTime of(final HostTimes times, final double parts) {
        final Map<String, Double> work = new LinkedHashMap<>();
        for (final ProcessorWork kind : ProcessorWork.values()) {
            work.put(label(kind), times.spent(kind) / parts);
        }
        return new WorkTime(times.spent() / parts, work);
    }

    /** Returns the nanoseconds of one kind of work. */
    double of(final ProcessorWork kind) {
        return work.get(label(kind));
    }

    private static String label(final ProcessorWork kind) {
        return label(kind.name());
    }

    /** Returns a constant's name as that of a JSON field. */
    static String label(final String constant) {
        final String[] words = constant.toLowerCase(Locale.ROOT).split("_");
        final StringBuilder label = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            label.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return label.toString();
    }
}
