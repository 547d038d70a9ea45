// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.rpcrdma.example.DeviceCommand;

/**
 * Runs commands in one JVM, where starting one takes long: each line of the input is a command's class and its
 * arguments, and has a thread of its own. When one has ended a line says so; the end of the input ends all. A line
 * "set PROPERTY VALUE" sets a property for commands behind it.
 */
final class CommandsOfInput {
    private CommandsOfInput() {}

    /** Runs the commands. */
    public static void main(final String[] arguments) throws IOException {
        final BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            final String command = line;
            if (command.startsWith("set ")) {
                final String[] words = command.split(" ");
                System.setProperty(words[1], words[2]);
                continue;
            }
            final Thread thread = new Thread(() -> run(command));
            thread.setDaemon(true);
            thread.start();
        }
        System.exit(0);
    }

    private static void run(final String line) {
        final String[] words = line.split(" ");
        int status = -1;
        try {
            final var constructor = Class.forName(words[0]).getDeclaredConstructor();
            constructor.setAccessible(true);
            status = ((DeviceCommand) constructor.newInstance())
                    .run(new PrintWriter(System.err), Arrays.copyOfRange(words, 1, words.length));
        } catch (final ReflectiveOperationException | RuntimeException e) {
            e.printStackTrace();
        }
        System.out.println("ended: status=" + status + " command=" + line);
    }
}
