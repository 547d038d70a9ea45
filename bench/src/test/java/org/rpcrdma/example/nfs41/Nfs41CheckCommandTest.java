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
package org.rpcrdma.example.nfs41;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class Nfs41CheckCommandTest {
    @Test
    void shouldRefuseADeviceThatIsNotThereInOneLine() {
        final StringWriter err = new StringWriter();

        final int exitCode = new Nfs41CheckCommand()
                .run(new PrintWriter(err), "--device", "none0", "--server", "127.0.0.1", "--file", "file");

        assertEquals(2, exitCode);
        assertTrue(err.toString().startsWith("nfs41-check: --device none0: "), err::toString);
        assertEquals(1, err.toString().lines().count(), err::toString);
    }
}
