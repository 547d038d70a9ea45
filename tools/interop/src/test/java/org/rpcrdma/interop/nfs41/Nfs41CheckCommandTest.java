// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.interop.nfs41;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class Nfs41CheckCommandTest {
    @Test
    void shouldReportAMissingDeviceInOneLine() {
        final StringWriter err = new StringWriter();

        final int exitCode = new Nfs41CheckCommand()
                .run(new PrintWriter(err), "--device", "none0", "--server", "127.0.0.1", "--file", "file");

        assertEquals(2, exitCode);
        assertTrue(err.toString().startsWith("nfs41-check: --device none0: "), err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
    }
}
