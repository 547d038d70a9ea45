/*
 * Copyright 2026 the rpcrdma authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
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
