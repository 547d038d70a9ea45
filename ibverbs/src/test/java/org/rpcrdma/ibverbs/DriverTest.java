// SPDX-FileCopyrightText: 2026 the rpcrdma authors
// SPDX-License-Identifier: Apache-2.0
package org.rpcrdma.ibverbs;

import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.function.Executable;
import org.rpcrdma.verbs.Errno;
import org.rpcrdma.verbs.VerbsException;

/** Tests of what a driver is given, and of what is made of what it returns. */
abstract class DriverTest {
    final FakeVerbs fake = new FakeVerbs();

    /** What the driver was given, as the test puts it. */
    final List<String> calls = new ArrayList<>();

    @AfterEach
    final void closeFake() {
        fake.close();
    }

    static Errno refused(final Executable call) {
        return assertThrows(VerbsException.class, call).errno();
    }
}
