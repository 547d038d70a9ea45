// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.rpcrdma.example.DeviceCommand;

/** Tests that invalid arguments are reported in one line, before a device is opened. */
class ToolCommandsTest {
    private final StringWriter err = new StringWriter();

    private void assertRefused(final DeviceCommand command, final String options, final String line) {
        assertEquals(2, command.run(new PrintWriter(err), ("--device none0 " + options).split(" ")));
        assertEquals(line, err.toString().strip());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--port 99999 | --port must be 1 to 65535: 99999",
                "--count 0 | --count must be 1 to 2147483647: 0",
                "--size 15 | --size must be 16 to 1048576: 15",
            })
    void shouldRejectRpingOptionsOutOfRange(final String options, final String words) {
        assertRefused(new RpingCommand(), options, "rping: " + words);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--port 0 | --port must be 1 to 65535: 0",
                "--clients 0 | --clients must be 1 to 2147483647: 0",
                "--size 2000000 | --size must be 1 to 1048576: 2000000",
                "--count 0 | --count must be 1 to 10000000: 0",
                "--depth 129 | --depth must be 1 to 128: 129",
            })
    void shouldRejectPerftestOptionsOutOfRange(final String options, final String words) {
        assertRefused(new PerftestCommand(), options, "perftest: " + words);
    }
}
