// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.rpcrdma.arena.ArenaMetrics;
import org.rpcrdma.arena.counters.ArenaCounters;

/**
 * A program that shows two arenas, whose figures are all 3 and all 5, in the counters file of its argument or, without,
 * in that of its process, with room for one. Says {@code ready}; ends orderly with its input.
 */
final class ShowingProgram {
    private ShowingProgram() {}

    public static void main(final String[] arguments) throws IOException {
        final ArenaCounters.Context context = new ArenaCounters.Context();
        if (arguments.length > 0) {
            context.file(Path.of(arguments[0])).maxArenas(1);
        }
        try (ArenaCounters counters = new ArenaCounters(context)) {
            counters.add("first", metrics(3));
            counters.add("second", metrics(5));
            counters.update();
            System.out.println("ready");
            final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            in.readLine();
        }
    }

    private static ArenaMetrics metrics(final int value) {
        return (ArenaMetrics) Proxy.newProxyInstance(
                ShowingProgram.class.getClassLoader(),
                new Class<?>[] {ArenaMetrics.class},
                (proxy, method, arguments) -> method.getReturnType() == int.class ? (Object) value : (long) value);
    }
}
