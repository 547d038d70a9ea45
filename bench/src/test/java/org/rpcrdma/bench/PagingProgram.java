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
package org.rpcrdma.bench;

import java.io.IOException;

/** A program with on-demand regions, those of the demo, for a test to look at from outside. Ends with its input. */
final class PagingProgram {
    private PagingProgram() {}

    public static void main(final String[] arguments) throws IOException {
        final PagingDemo demo = PagingDemo.run();
        System.out.println("ready");
        while (System.in.read() >= 0) {
            continue;
        }
        demo.close();
    }
}
