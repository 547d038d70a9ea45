// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.rpcrdma.arena.VisibleArena;

/** A program that exposes two arenas until its input ends. */
final class ShowingProgram {
    private ShowingProgram() {}

    public static void main(final String[] arguments) throws IOException {
        VisibleArena.open("first", () -> TestFigures.of(3));
        VisibleArena.open("second", () -> TestFigures.of(5));
        System.out.println("ready");
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    }
}
