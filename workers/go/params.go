package main

@declarations@

func cmpthesePlace(name string) any {
	switch name {
@places@
	}
	return nil
}
