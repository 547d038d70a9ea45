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
 * Runs commands in one JVM, for machines on which a JVM starts slowly. Each input line contains a command's class and
 * its arguments, and runs in a new thread. When a command has finished, a line is printed. At the end of the input, all
 * commands are stopped. The line "set PROPERTY VALUE" sets a property for subsequent commands.
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
