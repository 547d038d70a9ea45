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
package org.rpcrdma.verbs;

/** What {@link ProtectionDomain#advise} can be told about memory ({@code enum ibv_advise_mr_advice}). */
public final class Advice {
    /** The device will read it: make the pages present. */
    public static final int PREFETCH = 0;

    /** The device will write it: make the pages present for writing. */
    public static final int PREFETCH_WRITE = 1;

    /** Map for the device what is present, and fault nothing in. */
    public static final int PREFETCH_NO_FAULT = 2;

    /** Flag: return only when the device has the translations. Without it errors of single pages are not reported. */
    public static final int FLUSH = 1;

    private Advice() {}
}
