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
package org.rpcrdma.bench.conformance;

import org.rpcrdma.verbs.MemoryRegion;
import org.rpcrdma.verbs.ProtectionDomain;

/** A way to register a buffer: {@link TestBuffer#register} or {@link TestBuffer#registerByAttributes}. */
@FunctionalInterface
public interface Registering {
    /**
     * Registers all of a buffer under its own address.
     *
     * @param buffer the buffer.
     * @param domain where.
     * @param access {@link org.rpcrdma.verbs.Access} rights.
     * @return the region.
     */
    MemoryRegion register(TestBuffer buffer, ProtectionDomain domain, int access);
}
