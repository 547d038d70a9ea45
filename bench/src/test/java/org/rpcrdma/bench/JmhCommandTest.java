// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.bench.console.ExitCode;

class JmhCommandTest extends CommandTest {
    @ParameterizedTest
    @CsvSource({
        "no.such.benchmark, PATTERN=no.such.benchmark",
        "--forks 0, --forks must be at least 1: 0",
        "--json /no/such/folder/x.json, --json must name a file in an existing folder: /no/such/folder/x.json",
        "'[', Unclosed character class near index 0",
        "echo other, 'PATTERN can be given only once: echo other; JMH''s options follow --'",
        "echo -f 1, 'Unknown option: ''-f'''",
        "echo -- -zz 3, JMH rejects -zz 3: z is not a recognized option",
    })
    void shouldRefuseWhatItCannotRun(final String arguments, final String message) {
        assertEquals(ExitCode.UNUSABLE, rpcrdma(("jmh " + arguments).split(" ")));
        assertOneLine(message);
    }

    @Test
    void shouldBeAmongTheCommands() {
        assertEquals(ExitCode.DONE, rpcrdma("--help"));
        assertTrue(out.toString().contains("jmh"), out::toString);
    }

    @Test
    void shouldWriteResults(@TempDir final Path folder) throws IOException {
        final Path json = folder.resolve("x.json");
        assertEquals(ExitCode.DONE, rpcrdma("jmh", "echo", "--gc", "--forks", "2", "--json", json + ""));
        assertEquals("[\"gc=true forks=2\"]", Files.readString(json));
    }

    @ParameterizedTest
    @CsvSource({
        "echo -- -f 1 -wi 2 -p device=x, gc=false forks=null options=-f 1 -wi 2 -p device=x",
        "--gc echo -- --gc, gc=true forks=null options=--gc",
    })
    void shouldHandOnTheOptionsOfJmh(final String arguments, final String result, @TempDir final Path folder)
            throws IOException {
        final Path json = folder.resolve("x.json");
        assertEquals(ExitCode.DONE, rpcrdma(("jmh --json " + json + " " + arguments).split(" ")), err::toString);
        assertEquals("[\"" + result + "\"]", Files.readString(json));
    }

    @Test
    void shouldNotRunWhenJmhIsRequestedItsHelp(@TempDir final Path folder) {
        assertEquals(ExitCode.DONE, rpcrdma("jmh", "--json", folder + "/x.json", "--", "-h"), err::toString);
        assertFalse(Files.exists(folder.resolve("x.json")));
    }

    @Test
    void shouldHandOnTheDeviceThatMemoryIsRegisteredOn(@TempDir final Path folder) throws IOException {
        final Path json = folder.resolve("x.json");
        assertEquals(ExitCode.DONE, rpcrdma("jmh", "echo", "--device", "rxe0", "--json", json + ""));
        assertEquals("[\"gc=false forks=null device=rxe0\"]", Files.readString(json));
    }
}
