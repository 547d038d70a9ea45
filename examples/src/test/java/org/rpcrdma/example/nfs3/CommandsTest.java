// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.example.nfs3;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.rpcrdma.example.DeviceCommand;

/** What cannot be worked with is told in one line. */
class CommandsTest {
    private final StringWriter err = new StringWriter();

    private int run(final DeviceCommand command, final String arguments) {
        return command.run(new PrintWriter(err), arguments.split(" "));
    }

    @Test
    void shouldRefuseADeviceThatIsNotThere() {
        assertEquals(2, run(new Nfs3CheckCommand(), "--device none0 --server 127.0.0.1 --export /export"));
        assertEquals(2, run(new Nfs3ServerCommand(), "--device none0 --mount-port 0"));

        final String[] lines = err.toString().split(System.lineSeparator());
        assertEquals(2, lines.length, err::toString);
        assertTrue(lines[0].startsWith("nfs3-check: --device none0: "), lines[0]);
        assertTrue(lines[1].startsWith("nfs3-server: --device none0: "), lines[1]);
    }

    @Test
    void shouldRefuseAnUnknownOption() {
        assertEquals(2, run(new Nfs3ServerCommand(), "--device none0 --no-such-option"));

        assertEquals("nfs3-server: Unknown option: '--no-such-option'" + System.lineSeparator(), err.toString());
    }

    @Test
    void shouldSayWhatFailed() {
        assertEquals(1, run(new Nfs3ServerCommand(), "--device rxe-stand-in --mount-port 0 --folder /dev/null/folder"));

        assertTrue(err.toString().startsWith("nfs3-server: "), err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
    }
}
